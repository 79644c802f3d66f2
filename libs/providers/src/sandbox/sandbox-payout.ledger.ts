import { Money, UnitOfWork } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { stateAfter, type SandboxPayout, type SandboxPayoutEvent, type SandboxPayoutState } from './sandbox-payout';
import { DELIVERED, FIND, MOVE, MOVE_SOURCES, REGISTER, SUBMIT, TAKE_DUE } from './sandbox-payout-statements';

/** The lease of a step, and the first delay before a notification is sent again. */
const LEASE_MS = 10_000;

interface PayoutRow {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  holder: string;
  state: SandboxPayoutState;
  reason: string | null;
}

/** A payout that the rail has not seen before. */
export type NewSandboxPayout = Pick<SandboxPayout, 'id' | 'amount' | 'holder'>;

/**
 * The rail's own books, as a real rail has a database of its own: every change is one statement in its own transaction,
 * separate from those of the service.
 */
@Injectable()
export class SandboxPayoutLedger {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
  ) {}

  /** Accepts the payout, or counts one more submission of it. Returns its reference. With `delayMs` null it waits. */
  submit(payout: NewSandboxPayout, delayMs: number | null): Promise<string> {
    return this.uow.once(async (tx) => {
      const [row] = await this.db.in(tx).query<{ reference: string }>(SUBMIT, parametersOf(payout, delayMs));
      return (row as { reference: string }).reference;
    });
  }

  /** Accepts a payout that was not submitted yet; one that the rail knows does not change. */
  async register(payout: NewSandboxPayout, delayMs: number | null): Promise<void> {
    await this.uow.once((tx) => this.db.in(tx).execute(REGISTER, parametersOf(payout, delayMs)));
  }

  async find(id: string): Promise<SandboxPayout | undefined> {
    const [row] = await this.db.read<PayoutRow>(FIND, [id]);
    return row && toPayout(row);
  }

  /** The payout after the event, or undefined when its state rejects it. */
  async move(id: string, event: SandboxPayoutEvent, reason: string | null): Promise<SandboxPayout | undefined> {
    const parameters = [id, stateAfter(event), MOVE_SOURCES[event], reason, LEASE_MS];
    const [row] = await this.uow.once((tx) => this.db.in(tx).query<PayoutRow>(MOVE, parameters));
    return row && toPayout(row);
  }

  /** Payouts with a due step or notification, hidden from other workers for the lease. */
  async takeDue(limit: number): Promise<SandboxPayout[]> {
    const rows = await this.uow.once((tx) => this.db.in(tx).query<PayoutRow>(TAKE_DUE, [limit, LEASE_MS]));
    return rows.map(toPayout);
  }

  /** The service has the notification of the payout's state, so nothing more is due. */
  async delivered({ id, state }: SandboxPayout): Promise<void> {
    await this.uow.once((tx) => this.db.in(tx).execute(DELIVERED, [id, state]));
  }
}

function parametersOf({ id, amount, holder }: NewSandboxPayout, delayMs: number | null) {
  return [id, `sbxp_${id.replaceAll('-', '')}`, amount.toFixed(), amount.currency, holder, delayMs];
}

function toPayout({ amount, currency, ...row }: PayoutRow): SandboxPayout {
  return { ...row, amount: Money.of(amount, currency) };
}
