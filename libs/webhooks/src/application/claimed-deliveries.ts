import type { Clock } from '@app/kernel';
import type { DeliveryJob } from '../domain/delivery';
import type { SignableDelivery } from './signing-secrets';

/**
 * What this process claimed or took over and has not started yet, so that it need not read it again. A job that another
 * process runs stays here until newer ones take its place.
 */
export class ClaimedDeliveries {
  private readonly kept = new Map<string, { claimed: SignableDelivery; untilMs: number }>();

  constructor(
    private readonly max: number,
    private readonly clock: Clock,
  ) {}

  /** Until that time, by the monotonic clock, an attempt may start without asking whether the claim still holds. */
  keep(deliveries: readonly SignableDelivery[], untilMs: number): void {
    for (const claimed of deliveries) this.kept.set(claimed.delivery.deliveryId, { claimed, untilMs });
    for (const id of this.kept.keys()) {
      if (this.kept.size <= this.max) return;
      this.kept.delete(id);
    }
  }

  /** Undefined when the delivery is not known, or its lease may be about to end. */
  find({ deliveryId, attempt }: DeliveryJob): SignableDelivery | undefined {
    const kept = this.kept.get(deliveryId);
    if (kept?.claimed.delivery.attempt !== attempt) return undefined;
    return this.clock.monotonicMs() < kept.untilMs ? kept.claimed : undefined;
  }

  /** Hands a delivery out once. */
  take(job: DeliveryJob): SignableDelivery | undefined {
    const found = this.find(job);
    if (found) this.kept.delete(job.deliveryId);
    return found;
  }
}
