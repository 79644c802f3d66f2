import type { Clock } from '@app/kernel';
import type { DeliveryJob } from '../domain/delivery';
import type { SignableDelivery } from './signing-secrets';

/**
 * What this process claimed and has not started yet, so that it need not read it again. A job that another process runs
 * stays here until newer ones take its place.
 */
export class ClaimedDeliveries {
  private readonly kept = new Map<string, { claimed: SignableDelivery; untilMs: number }>();

  /** `usableMs`: how long after its claim an attempt may start without asking whether the claim still holds. */
  constructor(
    private readonly max: number,
    private readonly usableMs: number,
    private readonly clock: Clock,
  ) {}

  /** Keeps what was claimed at that time or later. */
  keep(deliveries: readonly SignableDelivery[], atMs: number): void {
    const untilMs = atMs + this.usableMs;
    for (const claimed of deliveries) this.kept.set(claimed.delivery.deliveryId, { claimed, untilMs });
    for (const id of this.kept.keys()) {
      if (this.kept.size <= this.max) return;
      this.kept.delete(id);
    }
  }

  /** Hands a delivery out once; undefined when it is not known, or its lease may be about to end. */
  take({ deliveryId, attempt }: DeliveryJob): SignableDelivery | undefined {
    const kept = this.kept.get(deliveryId);
    if (kept?.claimed.delivery.attempt !== attempt) return undefined;
    this.kept.delete(deliveryId);
    return this.clock.monotonicMs() < kept.untilMs ? kept.claimed : undefined;
  }
}
