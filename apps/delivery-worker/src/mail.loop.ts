import { MailDelivery } from '@app/mail';
import { ClaimLoop, Log, type Loop, type Pulse } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Sends queued mail. It polls at least every quarter of a second, which is often enough for mail. */
@Injectable()
export class MailLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(
    private readonly mail: MailDelivery,
    log: Log,
  ) {
    this.loop = new ClaimLoop({ name: 'mail', turn: () => mail.turn(() => this.loop.wake()), log });
  }

  get pulse(): Pulse {
    return this.loop.pulse;
  }

  start(): void {
    this.loop.start();
  }

  async stop(deadlineMs: number): Promise<void> {
    await this.loop.stop();
    await this.mail.drain(deadlineMs);
  }
}
