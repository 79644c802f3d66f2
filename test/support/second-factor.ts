import { TOTP } from 'otpauth';
import type { HttpClient } from './http-client';

const STEP_MS = 30_000;

/** An app that shows codes. */
export class Authenticator {
  private readonly totp: TOTP;

  constructor(secret: string) {
    this.totp = new TOTP({ secret });
  }

  /** The code of now, or of some steps ahead; the service accepts one step, so two codes at once can be used. */
  code(ahead = 0): string {
    return this.totp.generate({ timestamp: Date.now() + ahead * STEP_MS });
  }

  /** A code that is right at no time near to now. */
  wrongCode(): string {
    const right = new Set([-3, -2, -1, 0, 1, 2, 3].map((ahead) => this.code(ahead)));
    return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
      (code) => !right.has(code),
    )!;
  }
}

/** Sets up a second factor for the user of the session, which waits to be confirmed. */
export async function setUpSecondFactor(panel: HttpClient, password: string): Promise<Authenticator> {
  const { status, text, body } = await panel.post('/auth/totp', { password });
  if (status !== 200) throw new Error(`no second factor was set up: ${text}`);
  return new Authenticator(body.data.secret as string);
}

/** Turns a second factor on for the user of the session. The code of now is used up. */
export async function turnSecondFactorOn(panel: HttpClient, password: string) {
  const authenticator = await setUpSecondFactor(panel, password);
  const { status, text, body } = await panel.post('/auth/totp/confirm', { code: authenticator.code() });
  if (status !== 200) throw new Error(`the second factor was not confirmed: ${text}`);
  return { authenticator, recoveryCodes: body.data.recovery_codes as string[] };
}
