import { EVENT_NAMES, type EventName } from '@app/webhooks';
import { ApiSchema } from '@nestjs/swagger';
import { ChoiceField } from '../../http/fields';

@ApiSchema({ name: 'NewTestEvent' })
export class TestEventDto {
  @ChoiceField('The event to send; by default `payment.completed`.', EVENT_NAMES, {
    optional: true,
    example: 'payment.completed',
  })
  event?: EventName;
}
