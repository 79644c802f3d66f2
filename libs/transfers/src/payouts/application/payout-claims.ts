import { Clock, UnitOfWork, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { PayoutRails } from './payout-rails';
import { PayoutQueue, type ClaimedPayout, type NextLook } from './ports';

/** Longer than two calls of the rail and the transaction that follows. */
const LEASE_MS = 60_000;

/** A claimed payout, and when this process claimed it. */
export interface Claim extends ClaimedPayout {
  readonly claimedAt: number;
}

/** The payouts that this process hands over, each under a lease that other workers respect. */
@Injectable()
export class PayoutClaims {
  constructor(
    private readonly queue: PayoutQueue,
    private readonly rails: PayoutRails,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Claims up to that many due payouts. */
  async claim(limit: number): Promise<Claim[]> {
    const claimedAt = this.clock.monotonicMs();
    const claimed = await this.uow.once((tx) => this.queue.claimDue(tx, limit, LEASE_MS, this.rails.routed()));
    return claimed.map(({ payout, destination, attempt, lease }) => ({
      payout,
      destination,
      attempt,
      lease,
      claimedAt,
    }));
  }

  /** Throws when the lease may run out during a call: what the rail said may then have changed. */
  assertFresh({ claimedAt }: Claim): void {
    if (this.clock.monotonicMs() - claimedAt > LEASE_MS / 2) throw new Error('the lease of the payout is nearly over');
  }

  /** Ends the leases and says when to look again. */
  postpone(tx: Tx, looks: readonly NextLook[]): Promise<void> {
    return this.queue.postpone(tx, looks);
  }
}
