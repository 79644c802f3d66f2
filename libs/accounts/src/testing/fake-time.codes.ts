import type { Clock } from '@app/kernel';
import { TimeCodes } from '../sign-in/application/ports';

/** Codes that say which step they are for: the secret's number, then the step's. */
export class FakeTimeCodes extends TimeCodes {
  private made = 0;

  constructor(private readonly clock: Clock) {
    super();
  }

  newSecret(): string {
    this.made += 1;
    return `secret ${this.made}`;
  }

  urlOf(secret: string, email: string): string {
    return `otpauth://totp/${email}?secret=${secret}`;
  }

  stepOf(secret: string, code: string): number | undefined {
    return code === this.codeOf(secret) ? this.step : undefined;
  }

  /** The right code now. */
  codeOf(secret: string): string {
    const number = secret.replace(/\D/g, '');
    return `${number.padStart(3, '0')}${String(this.step % 1_000).padStart(3, '0')}`;
  }

  private get step(): number {
    return Math.floor(this.clock.now().getTime() / 30_000);
  }
}
