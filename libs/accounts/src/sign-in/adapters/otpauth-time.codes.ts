import type { Clock } from '@app/kernel';
import { Secret, TOTP } from 'otpauth';
import { TimeCodes } from '../application/ports';

/** The size of the hash, as RFC 4226 recommends for a secret. */
const SECRET_BYTES = 20;
/** What every authenticator can do; many ignore other settings. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the current one, for clocks that differ. */
const WINDOW = 1;

/** TOTP (RFC 6238). */
export class OtpauthTimeCodes extends TimeCodes {
  /** `issuer` names the service in an authenticator. */
  constructor(
    private readonly issuer: string,
    private readonly clock: Clock,
  ) {
    super();
  }

  newSecret(): string {
    return new Secret({ size: SECRET_BYTES }).base32;
  }

  urlOf(secret: string, email: string): string {
    return new TOTP({ ...SETTINGS, issuer: this.issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
  }

  stepOf(secret: string, code: string): number | undefined {
    const timestamp = this.clock.now().getTime();
    const found = TOTP.validate({
      ...SETTINGS,
      token: code,
      secret: Secret.fromBase32(secret),
      timestamp,
      window: WINDOW,
    });
    return found === null ? undefined : TOTP.counter({ period: SETTINGS.period, timestamp }) + found;
  }
}
