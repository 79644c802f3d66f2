import { MAX_PASSWORD, MIN_PASSWORD } from '@app/accounts';
import { ApiSchema } from '@nestjs/swagger';
import { TextField } from '../../http/fields';
import { FlagProperty } from '../../http/properties';

const NEW_PASSWORD = {
  minLength: MIN_PASSWORD,
  maxLength: MAX_PASSWORD,
  allowsBlank: true,
  composed: true,
  writeOnly: true,
  example: 'correct horse battery staple',
};

@ApiSchema({ name: 'ForgottenPassword' })
export class ForgottenPasswordDto {
  @TextField('The e-mail address of the user.', {
    minLength: 1,
    maxLength: 320,
    allowsBlank: true,
    example: 'owner@example.com',
  })
  email!: string;
}

@ApiSchema({ name: 'PasswordReset' })
export class PasswordResetDto {
  @TextField('What follows `#token=` in the mailed link.', {
    minLength: 1,
    maxLength: 128,
    allowsBlank: true,
    writeOnly: true,
    example: 'q3Zb0uJm1pXhR7sVtKcYwLgD5nAeFi8oTx2Bv6MzQ4E',
  })
  token!: string;

  @TextField('The new password, not a common one.', NEW_PASSWORD)
  password!: string;
}

@ApiSchema({ name: 'PasswordChange' })
export class PasswordChangeDto {
  @TextField('The current password.', {
    minLength: 1,
    maxLength: MAX_PASSWORD,
    allowsBlank: true,
    composed: true,
    writeOnly: true,
    example: 'an older password',
  })
  current_password!: string;

  @TextField('The new password, not a common one.', NEW_PASSWORD)
  password!: string;
}

@ApiSchema({ name: 'LinkRequested' })
export class LinkRequestedDto {
  @FlagProperty('Always true, whether a user has the address or not.', { enum: [true], example: true })
  requested!: true;
}

@ApiSchema({ name: 'PasswordSet' })
export class PasswordSetDto {
  @FlagProperty('Always true.', { enum: [true], example: true })
  changed!: true;
}
