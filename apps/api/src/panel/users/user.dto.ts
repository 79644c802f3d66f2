import { MAX_PASSWORD, MIN_PASSWORD, PANEL_PERMISSIONS, type ManagedUser, type UserChanges } from '@app/accounts';
import { ApiSchema } from '@nestjs/swagger';
import { ChoicesField, FlagField, TextField } from '../../http/fields';
import { ChoicesProperty, FlagProperty, TextProperty, TimeProperty, UuidProperty } from '../../http/properties';

const EMAIL = { example: 'ana@example.com' };
const PASSWORD = {
  minLength: MIN_PASSWORD,
  maxLength: MAX_PASSWORD,
  allowsBlank: true,
  composed: true,
  writeOnly: true,
};
const PASSWORD_TEXT = 'The password.';
const NAME_TEXT = 'The name of the person.';
const NAME = { minLength: 1, maxLength: 120, optional: true, nullable: true, example: 'Ana Gómez' } as const;
const PERMISSIONS = { example: ['view_payins', 'view_balance_movements'] };
const PERMISSIONS_TEXT = 'What the user may do; `*` is everything.';
const ACTIVE_TEXT = 'Whether the user can sign in.';

@ApiSchema({ name: 'NewAccountUser' })
export class NewAccountUserDto {
  /** Only the service checks the address, after it has checked the permissions. */
  @TextField('The e-mail address.', { minLength: 1, maxLength: 320, allowsBlank: true, ...EMAIL })
  email!: string;

  @TextField(NAME_TEXT, NAME)
  name?: string | null;

  @TextField('The password. Without one, the user is invited by mail to choose it.', {
    ...PASSWORD,
    optional: true,
    nullable: true,
    example: 'correct horse battery staple',
  })
  password?: string | null;

  @ChoicesField(PERMISSIONS_TEXT, PANEL_PERMISSIONS, PERMISSIONS)
  permissions!: string[];
}

@ApiSchema({ name: 'AccountUserChanges' })
export class AccountUserChangesDto {
  @TextField(PASSWORD_TEXT, { ...PASSWORD, optional: true })
  password?: string;

  @ChoicesField(PERMISSIONS_TEXT, PANEL_PERMISSIONS, { optional: true, ...PERMISSIONS })
  permissions?: string[];

  @FlagField(ACTIVE_TEXT, { optional: true })
  is_active?: boolean;
}

/** The changes that the request asks for; what it leaves out stays. */
export function userChanges(dto: AccountUserChangesDto): UserChanges {
  return { password: dto.password, permissions: dto.permissions, isActive: dto.is_active };
}

@ApiSchema({ name: 'AccountUser' })
export class AccountUserDto {
  @UuidProperty('The user.', { example: '01a1fba0-5c1e-7d2a-8b3f-4e6d7c8a9b01' })
  id!: string;

  @TextProperty('The e-mail address.', EMAIL)
  email!: string;

  @TextProperty(NAME_TEXT, { nullable: true, example: 'Ana Gómez' })
  name!: string | null;

  @ChoicesProperty(PERMISSIONS_TEXT, PANEL_PERMISSIONS, PERMISSIONS)
  permissions!: readonly string[];

  @FlagProperty(ACTIVE_TEXT, { example: true })
  is_active!: boolean;

  @TimeProperty('When the invitation that the user has not accepted yet was mailed; null for a user with a password.', {
    nullable: true,
    example: null,
  })
  invited_at!: Date | null;

  @TimeProperty('When the user was created.', { example: '2026-11-21T01:40:02.115Z' })
  created_at!: Date;

  static of({ id, email, name, permissions, isActive, invitedAt, createdAt }: ManagedUser): AccountUserDto {
    return { id, email, name, permissions, is_active: isActive, invited_at: invitedAt, created_at: createdAt };
  }
}
