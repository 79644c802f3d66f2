import { MailDelivery } from '@app/mail';
import { ClaimLoop, Log, type Loop } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** Sends queued mail. A quarter of a second late is early enough, so nothing announces it. */
@Injectable()
export class MailLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(
    private readonly mail: MailDelivery,
    log: Log,
  ) {
    this.loop = new ClaimLoop({ name: 'mail', turn: () => mail.turn(() => this.loop.wake()), log });
  }

  start(): Promise<void> {
    this.loop.start();
    return Promise.resolve();
  }

  async stop(deadlineMs: number): Promise<void> {
    await this.loop.stop();
    await this.mail.drain(deadlineMs);
  }
}
