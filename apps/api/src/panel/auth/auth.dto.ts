import { PANEL_PERMISSIONS, type PanelUser, type SignedIn } from '@app/accounts';
import { ApiSchema } from '@nestjs/swagger';
import { TextField } from '../../http/fields';
import {
  ChoicesProperty,
  FlagProperty,
  ObjectProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
} from '../../http/properties';

const EMAIL = 'owner@example.com';

@ApiSchema({ name: 'Credentials' })
export class CredentialsDto {
  @TextField('The e-mail address.', { minLength: 1, maxLength: 320, allowsBlank: true, example: EMAIL })
  email!: string;

  @TextField('The password.', {
    ...{ minLength: 1, maxLength: 256, allowsBlank: true, writeOnly: true },
    example: 'correct horse battery staple',
  })
  password!: string;
}

@ApiSchema({ name: 'UserAccount' })
export class UserAccountDto {
  @UuidProperty('The account.', { example: '01a1fba0-5c0d-7a11-9c2e-3f4b5a6c7d80' })
  id!: string;

  @TextProperty('Its short name.', { example: 'demostore' })
  slug!: string;

  @TextProperty('Its name.', { example: 'Demo Store' })
  name!: string;
}

@ApiSchema({ name: 'User' })
export class UserDto {
  @UuidProperty('The user.', { example: '01a1fba0-5c1e-7d2a-8b3f-4e6d7c8a9b01' })
  id!: string;

  @TextProperty('The e-mail address.', { example: EMAIL })
  email!: string;

  @ChoicesProperty('What the user may do; `*` is everything.', PANEL_PERMISSIONS, { example: ['*'] })
  permissions!: readonly string[];

  @ObjectProperty('The account of the user.', UserAccountDto)
  account!: UserAccountDto;

  static of({ id, email, permissions, account }: PanelUser): UserDto {
    return { id, email, permissions, account: { id: account.id, slug: account.slug, name: account.name } };
  }
}

@ApiSchema({ name: 'Session' })
export class SessionDto {
  @TextProperty('Send it as `Authorization: Bearer`.', { example: 'q3Zb0uJm1pXhR7sVtKcYwLgD5nAeFi8oTx2Bv6MzQ4E' })
  token!: string;

  @TimeProperty('When the session ends.', { example: '2026-11-21T13:40:02.115Z' })
  expires_at!: Date;

  @ObjectProperty('The user who signed in.', UserDto)
  user!: UserDto;

  static of({ token, expiresAt, user }: SignedIn): SessionDto {
    return { token, expires_at: expiresAt, user: UserDto.of(user) };
  }
}

@ApiSchema({ name: 'SignedOut' })
export class SignedOutDto {
  @FlagProperty('Always true.', { enum: [true], example: true })
  signed_out!: true;
}
