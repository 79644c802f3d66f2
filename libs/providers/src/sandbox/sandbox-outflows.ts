import type { Clock, Money } from '@app/kernel';
import type { SandboxNotification, SignedMessage } from './sandbox-notifications';
import {
  DEFAULT_REASONS,
  notificationsOf,
  unattendedEventOf,
  type SandboxOutflow,
  type SandboxOutflowEvent,
} from './sandbox-outflow';
import type { SandboxOutflowLedger } from './sandbox-outflow.ledger';

/** The notifications about one outflow that the rail must send to the service, in order. */
export interface SandboxOutflowReport {
  readonly outflow: SandboxOutflow;
  readonly notifications: readonly { readonly notification: SandboxNotification; readonly message: SignedMessage }[];
}

/** What signs the notifications under one stored name of the sandbox. */
export interface Notifier {
  readonly provider: string;
  message(notification: SandboxNotification, now: Date): SignedMessage;
}

/** Moves outflows in the rail's own ledger, and creates their signed notifications. Sending them is up to the caller. */
export class SandboxOutflows {
  constructor(
    private readonly ledger: SandboxOutflowLedger,
    private readonly notifiers: readonly Notifier[],
    private readonly clock: Clock,
  ) {}

  find(id: string): Promise<SandboxOutflow | undefined> {
    return this.ledger.find(id);
  }

  /**
   * Undefined when the rail does not know the outflow or its state rejects the event. The first reason is kept, but each
   * part that comes back has its own. `amount`: the part; without one, what is left comes back.
   */
  async move(
    id: string,
    event: SandboxOutflowEvent,
    reason: string | null = null,
    amount: Money | null = null,
  ): Promise<SandboxOutflowReport | undefined> {
    const fallback = DEFAULT_REASONS[event];
    const given = fallback === null ? null : (reason ?? fallback);
    const outflow =
      event === 'return' ? await this.ledger.return(id, amount, given) : await this.ledger.move(id, event, given);
    return outflow && this.reportOf(outflow);
  }

  /** Takes the steps that are due, and returns the notifications to send, including those not delivered before. */
  async takeDue(limit: number): Promise<{ taken: number; reports: SandboxOutflowReport[] }> {
    const due = await this.ledger.takeDue(limit);
    const reports: SandboxOutflowReport[] = [];
    for (const outflow of due) {
      const report = outflow.state === 'processing' ? await this.step(outflow) : this.reportOf(outflow);
      if (report) reports.push(report);
    }
    return { taken: due.length, reports };
  }

  /** The service has received the whole report, so it is not sent again. */
  delivered({ outflow }: SandboxOutflowReport): Promise<void> {
    return this.ledger.delivered(outflow);
  }

  private async step({ id, holder }: SandboxOutflow): Promise<SandboxOutflowReport | undefined> {
    const event = unattendedEventOf(holder);
    return event ? this.move(id, event) : undefined;
  }

  private reportOf(outflow: SandboxOutflow): SandboxOutflowReport {
    const notifier = this.notifiers.find(({ provider }) => provider === outflow.provider);
    if (!notifier) throw new Error(`nothing reports under the name ${outflow.provider}`);
    const now = this.clock.now();
    const notifications = notificationsOf(outflow).map((notification) => ({
      notification,
      message: notifier.message(notification, now),
    }));
    return { outflow, notifications };
  }
}
