import { ValidationError, type WrittenAmount } from '@app/kernel';
import { canBeFirst, SandboxPayoutRail, SandboxOutflows, type SandboxOutflowEvent } from '@app/providers';
import { OPEN_STATUSES, PayoutAdmin, type Payout, type PayoutStatus } from '@app/transfers';
import { Injectable } from '@nestjs/common';
import { RailCaller } from './rail-caller';
import { SandboxScope } from './sandbox-scope';
import { readSimulatedAmount } from './simulated-amount';

/** What the rail does. `amount`: the part that comes back; without one, what is left of the payout. */
export interface PayoutSimulation {
  readonly event: SandboxOutflowEvent;
  readonly reason: string | null;
  readonly amount: WrittenAmount | null;
}

/** Plays the payout rail, and sends the service signed notifications over HTTP. */
@Injectable()
export class PayoutSimulator {
  constructor(
    private readonly admin: PayoutAdmin,
    private readonly payouts: SandboxOutflows,
    private readonly rail: SandboxPayoutRail,
    private readonly scope: SandboxScope,
    private readonly caller: RailCaller,
  ) {}

  /** Throws `PayoutNotFoundError`, and `ValidationError` for an event that the rail's state rejects. */
  async simulate(
    payoutId: string,
    { event, reason, amount }: PayoutSimulation,
    serviceUrl: string,
  ): Promise<{ payoutId: string; notificationId: string | null; status: PayoutStatus }> {
    const { order: payout } = await this.admin.show(payoutId);
    this.scope.assertServes(payout.provider ?? this.rail.provider);
    if (amount && event !== 'return') throw ValidationError.of('amount', 'is for the event return');
    const part = amount && readSimulatedAmount(amount, payout.figures.destinationAmount.currency);
    await this.submit(payout, event);
    const report = await this.payouts.move(payout.id, event, reason, part);
    if (!report) throw await this.rejected(payout.id, event);
    for (const { message } of report.notifications) {
      await this.caller.notify(this.rail.provider, message, serviceUrl);
    }
    await this.payouts.delivered(report);
    const { status } = (await this.admin.show(payout.id)).order;
    return { payoutId: payout.id, notificationId: report.notifications.at(-1)?.notification.id ?? null, status };
  }

  /** A tester may be faster than the worker. The rail does not get a payout that was closed before it was submitted. */
  private async submit({ id, status, figures, destination }: Payout, event: SandboxOutflowEvent): Promise<void> {
    if (await this.payouts.find(id)) return;
    if (!OPEN_STATUSES.some((open) => open === status)) {
      throw ValidationError.of('event', `cannot be ${event}: the payout is ${status} and never reached the rail`);
    }
    if (!canBeFirst(event)) throw ValidationError.of('event', `cannot be ${event}: the payout was not completed`);
    await this.admin.assign(id, this.rail.provider);
    await this.rail.register({ id, amount: figures.destinationAmount, holder: destination.name });
  }

  private async rejected(id: string, event: SandboxOutflowEvent): Promise<ValidationError> {
    const state = (await this.payouts.find(id))?.state ?? 'unknown';
    return ValidationError.of('event', `cannot be ${event}: for the rail the payout is ${state}`);
  }
}
