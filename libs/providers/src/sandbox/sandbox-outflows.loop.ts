import { Clock } from '@app/kernel';
import { ClaimLoop, CONFIG, Log, type Config, type Loop, type Pulse } from '@app/platform';
import { ProviderMessages } from '@app/rails';
import { Inject, Injectable } from '@nestjs/common';
import { SandboxOutflows, type SandboxOutflowReport } from './sandbox-outflows';

const BATCH = 50;

/**
 * Plays the rails of the sandbox that pay out and refund: takes the steps that are due, and reports them to the inbox, which checks the
 * signature as it does for a rail that calls over HTTP. A report that fails stays due and is sent again later.
 */
@Injectable()
export class SandboxOutflowsLoop implements Loop {
  private readonly loop: ClaimLoop;
  private readonly log: Log;
  private readonly isSandbox: boolean;

  constructor(
    private readonly outflows: SandboxOutflows,
    private readonly messages: ProviderMessages,
    private readonly clock: Clock,
    @Inject(CONFIG) { environment }: Config,
    log: Log,
  ) {
    this.isSandbox = environment === 'sandbox';
    this.log = log.child('sandbox-payouts');
    this.loop = new ClaimLoop({ name: 'sandbox-payouts', log, turn: () => this.turn() });
  }

  get pulse(): Pulse {
    return this.loop.pulse;
  }

  start(): void {
    if (this.isSandbox) this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async turn(): Promise<boolean> {
    const { taken, reports } = await this.outflows.takeDue(BATCH);
    await Promise.all(reports.map((report) => this.deliver(report)));
    return taken === BATCH;
  }

  private async deliver(report: SandboxOutflowReport): Promise<void> {
    const { provider, id } = report.outflow;
    try {
      for (const { message } of report.notifications) {
        await this.messages.receive(provider, { ...message, now: this.clock.now() });
      }
      await this.outflows.delivered(report);
    } catch (error) {
      this.log.error({ err: error, payout_id: id }, 'payout report failed and is sent again later');
    }
  }
}
