import { Money, UnitOfWork } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { stateAfter, type SandboxOutflow, type SandboxOutflowEvent, type SandboxOutflowState } from './sandbox-outflow';
import { DELIVERED, FIND, MOVE, MOVE_SOURCES, REGISTER, RETURN, SUBMIT, TAKE_DUE } from './sandbox-outflow-statements';

/** The lease of a step, and the first delay before a notification is sent again. */
const LEASE_MS = 10_000;

interface OutflowRow {
  id: string;
  kind: SandboxOutflow['kind'];
  provider: string;
  reference: string;
  amount: string;
  currency: string;
  holder: string;
  state: SandboxOutflowState;
  reason: string | null;
  returns: { amount: string; reason: string | null }[];
}

/** An outflow that the rail has not seen before. */
export type NewSandboxOutflow = Pick<SandboxOutflow, 'id' | 'kind' | 'provider' | 'amount' | 'holder'>;

/**
 * The rail's own books, as a real rail has a database of its own: every change is one statement in its own transaction,
 * separate from those of the service.
 */
@Injectable()
export class SandboxOutflowLedger {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
  ) {}

  /** Accepts the outflow, or counts one more submission of it. Returns its reference. With `delayMs` null it waits. */
  submit(outflow: NewSandboxOutflow, delayMs: number | null): Promise<string> {
    return this.uow.once(async (tx) => {
      const [row] = await this.db.in(tx).query<{ reference: string }>(SUBMIT, parametersOf(outflow, delayMs));
      return (row as { reference: string }).reference;
    });
  }

  /** Accepts an outflow that was not submitted yet; one that the rail knows does not change. */
  async register(outflow: NewSandboxOutflow, delayMs: number | null): Promise<void> {
    await this.uow.once((tx) => this.db.in(tx).execute(REGISTER, parametersOf(outflow, delayMs)));
  }

  async find(id: string): Promise<SandboxOutflow | undefined> {
    const [row] = await this.db.read<OutflowRow>(FIND, [id]);
    return row && toOutflow(row);
  }

  /** The outflow after the event, or undefined when its state rejects it. */
  async move(id: string, event: SandboxOutflowEvent, reason: string | null): Promise<SandboxOutflow | undefined> {
    const parameters = [id, stateAfter(event), MOVE_SOURCES[event], reason, LEASE_MS];
    const [row] = await this.uow.once((tx) => this.db.in(tx).query<OutflowRow>(MOVE, parameters));
    return row && toOutflow(row);
  }

  /** The payout after that amount, or what is left of it, came back; undefined when it was not completed. */
  async return(id: string, amount: Money | null, reason: string | null): Promise<SandboxOutflow | undefined> {
    const parameters = [id, stateAfter('return'), MOVE_SOURCES.return, reason, LEASE_MS, amount?.toFixed() ?? null];
    const [row] = await this.uow.once((tx) => this.db.in(tx).query<OutflowRow>(RETURN, parameters));
    return row && toOutflow(row);
  }

  /** Outflows with a due step or notification, hidden from other workers for the lease. */
  async takeDue(limit: number): Promise<SandboxOutflow[]> {
    const rows = await this.uow.once((tx) => this.db.in(tx).query<OutflowRow>(TAKE_DUE, [limit, LEASE_MS]));
    return rows.map(toOutflow);
  }

  /** The service has the notification of the outflow's state, so nothing more is due. */
  async delivered({ id, state, returns }: SandboxOutflow): Promise<void> {
    await this.uow.once((tx) => this.db.in(tx).execute(DELIVERED, [id, state, returns.length]));
  }
}

const PREFIXES = { payout: 'sbxp', refund: 'sbxr' } as const;

function parametersOf({ id, kind, provider, amount, holder }: NewSandboxOutflow, delayMs: number | null) {
  const reference = `${PREFIXES[kind]}_${id.replaceAll('-', '')}`;
  return [id, reference, amount.toFixed(), amount.currency, holder, kind, provider, delayMs];
}

function toOutflow({ amount, currency, returns, ...row }: OutflowRow): SandboxOutflow {
  const money = (text: string) => Money.of(text, currency);
  const parts = returns.map((part) => ({ amount: money(part.amount), reason: part.reason }));
  return { ...row, amount: money(amount), returns: parts };
}
