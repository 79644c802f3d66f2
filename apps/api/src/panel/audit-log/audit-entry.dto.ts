import { ACTOR_TYPES, type AuditRecord } from '@app/accounts';
import { ApiSchema } from '@nestjs/swagger';
import { FormatField } from '../../http/file-format';
import { TextField, UuidField } from '../../http/fields';
import {
  JsonProperty,
  ChoiceProperty,
  ObjectProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
} from '../../http/properties';
import { PeriodQueryDto } from '../period-query.dto';

const USER = '01a1fba0-5c1e-7d2a-8b3f-4e6d7c8a9b01';
const KEY = '01a1fbd3-7f20-7c44-8d15-6a9b0c1d2e3f';

export class AuditLogQueryDto extends PeriodQueryDto {
  @TextField('Only this action.', { optional: true, minLength: 1, maxLength: 100 })
  action?: string;

  @UuidField('Only what this user did.', { optional: true })
  actor_id?: string;

  @FormatField()
  format?: 'json' | 'csv';
}

@ApiSchema({ name: 'AuditActor' })
export class AuditActorDto {
  @ChoiceProperty('A user or an API key of the account, a member of our staff, or the service.', ACTOR_TYPES, {
    example: 'user',
  })
  type!: string;

  @UuidProperty('The user; null for others.', { nullable: true, example: USER })
  id!: string | null;

  @TextProperty('The e-mail address of a user, the id of an API key, or a name.', { example: 'owner@example.com' })
  name!: string;
}

@ApiSchema({ name: 'AuditSubject' })
export class AuditSubjectDto {
  @TextProperty('The kind of object.', { example: 'api_key' })
  type!: string;

  @TextProperty('Its id.', { example: KEY })
  id!: string;
}

@ApiSchema({ name: 'AuditEntry' })
export class AuditEntryDto {
  @TextProperty('The entry.', { example: '1042' })
  id!: string;

  @TextProperty('What was done.', { example: 'api_key.updated' })
  action!: string;

  @ObjectProperty('Who did it.', AuditActorDto)
  actor!: AuditActorDto;

  @ObjectProperty('To what.', AuditSubjectDto)
  subject!: AuditSubjectDto;

  @JsonProperty('What changed; its fields depend on the action. It holds no secrets.', {
    example: { rate_limit: { from: 60, to: 600 } },
  })
  details!: Readonly<Record<string, unknown>>;

  @TextProperty('The network address that it was done from; null for what staff or the service did.', {
    nullable: true,
    example: '192.0.2.7',
  })
  from_address!: string | null;

  @TimeProperty('When it was done.', { example: '2026-11-21T01:40:02.115Z' })
  created_at!: Date;

  static of({ id, action, actor, object, details, fromAddress, createdAt }: AuditRecord): AuditEntryDto {
    return {
      id,
      action,
      actor: { type: actor.type, id: actor.id, name: actor.name },
      subject: { type: object.type, id: object.id },
      details,
      from_address: fromAddress,
      created_at: createdAt,
    };
  }
}
