import type { FactorSetUp } from '@app/accounts';
import { ApiSchema } from '@nestjs/swagger';
import { TextField } from '../../http/fields';
import { FlagProperty, TextProperty, TextsProperty } from '../../http/properties';
import { CODE, CURRENT_PASSWORD } from './auth.dto';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

@ApiSchema({ name: 'FactorPassword' })
export class FactorPasswordDto {
  @TextField('Your password.', CURRENT_PASSWORD)
  password!: string;
}

@ApiSchema({ name: 'FactorCode' })
export class FactorCodeDto {
  @TextField('The code that the authenticator shows.', { ...CODE, writeOnly: true })
  code!: string;
}

@ApiSchema({ name: 'FactorOrRecoveryCode' })
export class FactorOrRecoveryCodeDto {
  @TextField('The code that the authenticator shows, or a recovery code.', { ...CODE, writeOnly: true })
  code!: string;
}

@ApiSchema({ name: 'FactorSetUp' })
export class FactorSetUpDto {
  @TextProperty('Show it as a QR code for the authenticator to scan.', {
    example: `otpauth://totp/pay.example.com:owner%40example.com?issuer=pay.example.com&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
  })
  otpauth_url!: string;

  @TextProperty('The secret in base32, for typing.', { example: SECRET })
  secret!: string;

  static of({ url, secret }: FactorSetUp): FactorSetUpDto {
    return { otpauth_url: url, secret };
  }
}

@ApiSchema({ name: 'RecoveryCodes' })
export class RecoveryCodesDto {
  @TextsProperty('Each of them works once in place of a code. They are shown only here.', {
    minItems: 10,
    maxItems: 10,
    example: ['k7fq2-m9xwd', 'p4hs8-2vbnc'],
  })
  recovery_codes!: readonly string[];
}

@ApiSchema({ name: 'FactorOff' })
export class FactorOffDto {
  @FlagProperty('Always false.', { enum: [false], example: false })
  second_factor!: false;
}
