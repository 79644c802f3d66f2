import type { Clock } from '@app/kernel';
import { attemptKey, type DeliveryJob } from '../domain/delivery';
import type { LoadedDelivery } from './ports';

/**
 * What this process claimed and has not started yet, so that it need not read it again. A job that another process runs
 * stays here until newer ones take its place.
 */
export class ClaimedDeliveries {
  private readonly kept = new Map<string, { delivery: LoadedDelivery; untilMs: number }>();

  /** `usableMs`: how long after its claim an attempt may start without asking whether the claim still holds. */
  constructor(
    private readonly max: number,
    private readonly usableMs: number,
    private readonly clock: Clock,
  ) {}

  /** Keeps what was claimed at that time or later. */
  keep(deliveries: readonly LoadedDelivery[], atMs: number): void {
    const untilMs = atMs + this.usableMs;
    for (const delivery of deliveries) this.kept.set(attemptKey(delivery), { delivery, untilMs });
    for (const key of this.kept.keys()) {
      if (this.kept.size <= this.max) return;
      this.kept.delete(key);
    }
  }

  /** Hands a delivery out once; undefined when it is not known, or its lease may be about to end. */
  take(job: DeliveryJob): LoadedDelivery | undefined {
    const key = attemptKey(job);
    const known = this.kept.get(key);
    this.kept.delete(key);
    return known && this.clock.monotonicMs() < known.untilMs ? known.delivery : undefined;
  }
}
