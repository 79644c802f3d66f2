import { ApiSchema } from '@nestjs/swagger';
import { FlagProperty, UuidProperty } from './properties';

@ApiSchema({ name: 'Deleted' })
export class DeletedDto {
  @UuidProperty('What was deleted.', { example: '01a1fbac-f89a-74bc-981b-88a43cea204a' })
  id!: string;

  @FlagProperty('Always true.', { enum: [true], example: true })
  deleted!: true;
}
