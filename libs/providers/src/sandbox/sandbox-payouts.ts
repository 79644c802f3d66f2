import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { SandboxNotification, SignedMessage } from './sandbox-notifications';
import {
  DEFAULT_REASONS,
  notificationsOf,
  unattendedEventOf,
  type SandboxPayout,
  type SandboxPayoutEvent,
} from './sandbox-payout';
import { SandboxPayoutLedger, type NewSandboxPayout } from './sandbox-payout.ledger';
import { SandboxPayoutRail } from './sandbox-payout.rail';

/** The notifications about one payout that the rail must send to the service, in order. */
export interface SandboxPayoutReport {
  readonly payout: SandboxPayout;
  readonly notifications: readonly { readonly notification: SandboxNotification; readonly message: SignedMessage }[];
}

/** Moves payouts in the rail's own ledger, and creates their signed notifications. Sending them is up to the caller. */
@Injectable()
export class SandboxPayouts {
  constructor(
    private readonly ledger: SandboxPayoutLedger,
    private readonly rail: SandboxPayoutRail,
    private readonly clock: Clock,
  ) {}

  /** Accepts a payout that the service has not submitted yet; one that the rail knows does not change. */
  register(payout: NewSandboxPayout): Promise<void> {
    return this.rail.register(payout);
  }

  find(id: string): Promise<SandboxPayout | undefined> {
    return this.ledger.find(id);
  }

  /** Undefined when the rail does not know the payout or its state rejects the event. The first reason is kept. */
  async move(
    id: string,
    event: SandboxPayoutEvent,
    reason: string | null = null,
  ): Promise<SandboxPayoutReport | undefined> {
    const fallback = DEFAULT_REASONS[event];
    const payout = await this.ledger.move(id, event, fallback === null ? null : (reason ?? fallback));
    return payout && this.reportOf(payout);
  }

  /** Takes the steps that are due, and returns the notifications to send, including those not delivered before. */
  async takeDue(limit: number): Promise<{ taken: number; reports: SandboxPayoutReport[] }> {
    const due = await this.ledger.takeDue(limit);
    const reports: SandboxPayoutReport[] = [];
    for (const payout of due) {
      const report = payout.state === 'processing' ? await this.step(payout) : this.reportOf(payout);
      if (report) reports.push(report);
    }
    return { taken: due.length, reports };
  }

  /** The service has received the whole report, so it is not sent again. */
  delivered({ payout }: SandboxPayoutReport): Promise<void> {
    return this.ledger.delivered(payout);
  }

  private async step({ id, holder }: SandboxPayout): Promise<SandboxPayoutReport | undefined> {
    const event = unattendedEventOf(holder);
    return event ? this.move(id, event) : undefined;
  }

  private reportOf(payout: SandboxPayout): SandboxPayoutReport {
    const now = this.clock.now();
    const notifications = notificationsOf(payout).map((notification) => ({
      notification,
      message: this.rail.message(notification, now),
    }));
    return { payout, notifications };
  }
}
