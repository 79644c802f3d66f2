import { MAX_PASSWORD, PANEL_PERMISSIONS, type Caller, type PanelUser, type SignedIn } from '@app/accounts';
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
import { AccountDto } from '../account/account.dto';

const EMAIL = 'owner@example.com';
const EXPIRES = { example: '2026-11-21T13:40:02.115Z' };
const IDLE_EXPIRES = { example: '2026-11-21T02:10:02.115Z' };
const IDLE_EXPIRES_TEXT =
  'When the session ends unless the user does something before. It ends later with each request.';

/** A code of an authenticator, or a recovery code. */
export const CODE = { minLength: 1, maxLength: 64, allowsBlank: true, example: '123456' };

/** A password as it is, which no rule for new ones restricts. */
export const CURRENT_PASSWORD = {
  minLength: 1,
  maxLength: MAX_PASSWORD,
  allowsBlank: true,
  composed: true,
  writeOnly: true,
  example: 'correct horse battery staple',
};

const FRESH = { example: '2026-11-21T01:55:02.115Z' };
const FRESH_TEXT =
  'Until when the session is fresh: 15 minutes after the sign-in or the last `POST /auth/confirm`. Some operations are ' +
  'rejected with `CONFIRMATION_REQUIRED` afterwards.';

@ApiSchema({ name: 'Credentials' })
export class CredentialsDto {
  @TextField('The e-mail address.', { minLength: 1, maxLength: 320, allowsBlank: true, example: EMAIL })
  email!: string;

  @TextField('The password.', CURRENT_PASSWORD)
  password!: string;

  @TextField('The code of the second factor, or a recovery code. Needed only by users who have one.', {
    ...CODE,
    optional: true,
    nullable: true,
    writeOnly: true,
  })
  code?: string | null;
}

@ApiSchema({ name: 'Confirmation' })
export class ConfirmationDto {
  @TextField('Your password.', CURRENT_PASSWORD)
  password!: string;

  @TextField('The code of the second factor, or a recovery code. Needed only by users who have one.', {
    ...CODE,
    optional: true,
    nullable: true,
    writeOnly: true,
  })
  code?: string | null;
}

@ApiSchema({ name: 'FreshSession' })
export class FreshSessionDto {
  @TimeProperty(FRESH_TEXT, FRESH)
  fresh_until!: Date;
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

  @FlagProperty('Whether signing in needs a second factor.', { example: false })
  second_factor!: boolean;

  @ObjectProperty('The account of the user.', UserAccountDto)
  account!: UserAccountDto;

  static of({ id, email, permissions, secondFactor, account }: PanelUser): UserDto {
    return {
      id,
      email,
      permissions,
      second_factor: secondFactor,
      account: { id: account.id, slug: account.slug, name: account.name },
    };
  }
}

@ApiSchema({ name: 'SignedInUser' })
export class SignedInUserDto extends UserDto {
  @TimeProperty(FRESH_TEXT, FRESH)
  fresh_until!: Date;

  static ofCaller({ user, session }: Pick<Caller, 'user' | 'session'>): SignedInUserDto {
    const { id, email, permissions, second_factor, account } = UserDto.of(user);
    return { id, email, permissions, second_factor, account, fresh_until: session.freshUntil };
  }
}

@ApiSchema({ name: 'Session' })
export class SessionDto {
  @TextProperty('Send it as `Authorization: Bearer`.', { example: 'q3Zb0uJm1pXhR7sVtKcYwLgD5nAeFi8oTx2Bv6MzQ4E' })
  token!: string;

  @TimeProperty('When the session ends.', EXPIRES)
  expires_at!: Date;

  @ObjectProperty('The user who signed in.', UserDto)
  user!: UserDto;

  static of({ token, session, user }: SignedIn): SessionDto {
    return { token, expires_at: session.expiresAt, user: UserDto.of(user) };
  }
}

@ApiSchema({ name: 'BrowserSession' })
export class BrowserSessionDto {
  @TimeProperty('When the session ends, whatever the user does.', EXPIRES)
  expires_at!: Date;

  @TimeProperty(IDLE_EXPIRES_TEXT, IDLE_EXPIRES)
  idle_expires_at!: Date | null;

  @ObjectProperty('The user who signed in.', UserDto)
  user!: UserDto;

  static of({ session, user }: SignedIn): BrowserSessionDto {
    return { expires_at: session.expiresAt, idle_expires_at: session.idleExpiresAt, user: UserDto.of(user) };
  }
}

@ApiSchema({ name: 'SessionState' })
export class SessionStateDto {
  @FlagProperty('Whether a user is signed in. Otherwise nothing else is there.', { example: true })
  signed_in!: boolean;

  @ObjectProperty('The user who is signed in.', UserDto, { optional: true })
  user?: UserDto;

  @ObjectProperty('The account of the user.', AccountDto, { optional: true })
  account?: AccountDto;

  @TimeProperty('When the session ends, whatever the user does.', { ...EXPIRES, optional: true })
  expires_at?: Date;

  @TimeProperty(`${IDLE_EXPIRES_TEXT} Only the session of a cookie has it.`, { ...IDLE_EXPIRES, optional: true })
  idle_expires_at?: Date;

  @TimeProperty(FRESH_TEXT, { ...FRESH, optional: true })
  fresh_until?: Date;

  static of(caller?: Pick<Caller, 'user' | 'session'>): SessionStateDto {
    if (!caller) return { signed_in: false };
    const { user, session } = caller;
    return {
      signed_in: true,
      user: UserDto.of(user),
      account: AccountDto.of(user.account),
      expires_at: session.expiresAt,
      ...(session.idleExpiresAt && { idle_expires_at: session.idleExpiresAt }),
      fresh_until: session.freshUntil,
    };
  }
}

@ApiSchema({ name: 'SignedOut' })
export class SignedOutDto {
  @FlagProperty('Always true.', { enum: [true], example: true })
  signed_out!: true;
}
