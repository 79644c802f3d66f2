import { ValidationError } from '@app/kernel';
import { OPEN_REFUND_STATUSES, Refunds, type Refund, type RefundStatus } from '@app/payment-links';
import { SandboxOutflows, SandboxRefundRail } from '@app/providers';
import { Injectable } from '@nestjs/common';
import { RailCaller } from './rail-caller';
import { SandboxScope } from './sandbox-scope';
import type { SimulatedRefundEvent } from './simulation.dto';

/** Plays the provider of a refund, and sends the service signed notifications over HTTP. */
@Injectable()
export class RefundSimulator {
  constructor(
    private readonly refunds: Refunds,
    private readonly outflows: SandboxOutflows,
    private readonly rail: SandboxRefundRail,
    private readonly scope: SandboxScope,
    private readonly caller: RailCaller,
  ) {}

  /** Throws `RefundNotFoundError`, and `ValidationError` for an event that the provider's state rejects. */
  async simulate(
    refundId: string,
    event: SimulatedRefundEvent,
    reason: string | null,
    serviceUrl: string,
  ): Promise<{ refundId: string; notificationId: string | null; status: RefundStatus }> {
    const refund = await this.refunds.show(refundId);
    this.scope.assertServes(refund.provider);
    await this.submit(refund, event);
    const report = await this.outflows.move(
      refund.id,
      event,
      reason ?? (event === 'fail' ? 'The bank rejected the refund.' : null),
    );
    if (!report) {
      const state = (await this.outflows.find(refund.id))?.state ?? 'unknown';
      throw ValidationError.of('event', `cannot be ${event}: for the provider the refund is ${state}`);
    }
    for (const { message } of report.notifications) await this.caller.notify(refund.provider, message, serviceUrl);
    await this.outflows.delivered(report);
    const { status } = await this.refunds.show(refund.id);
    return { refundId: refund.id, notificationId: report.notifications.at(-1)?.notification.id ?? null, status };
  }

  /** A tester may be faster than the worker. */
  private async submit({ id: refundId, provider, amount, status }: Refund, event: SimulatedRefundEvent): Promise<void> {
    if (await this.outflows.find(refundId)) return;
    if (!OPEN_REFUND_STATUSES.some((open) => open === status)) {
      throw ValidationError.of('event', `cannot be ${event}: the refund is ${status} and never reached the provider`);
    }
    await this.rail.register({ refundId, provider, amount });
  }
}
