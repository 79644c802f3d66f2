import { DomainError, Money, newId } from '@app/kernel';
import * as fc from 'fast-check';
import type { JournalEntry } from '../domain/journal-entry';
import type { Direction } from '../domain/movement';
import { aCollection, aDebitCollection, aDebitReturn, aHoldOn, aPayout, aTransfer } from './factories';
import type { LedgerHarness } from './harness';

const WALLETS = 3;

type EntryCommand =
  | { does: 'collect' | 'collect debit'; wallet: number; cents: number; fee: number }
  | { does: 'return' | 'pay out'; wallet: number; cents: number; fee: number }
  | { does: 'transfer'; wallet: number; to: number; cents: number };

/** A request to a ledger; wallets and holds are named by their ordinal. */
export type Command =
  | { does: 'post'; entries: EntryCommand[] }
  | { does: 'hold'; wallet: number; cents: number }
  | { does: 'capture' | 'release'; hold: number };

const wallet = fc.nat({ max: WALLETS - 1 });
const cents = fc.integer({ min: 1, max: 10_000 });

const entryCommand: fc.Arbitrary<EntryCommand> = fc.oneof(
  fc.record({ does: fc.constantFrom('collect' as const, 'collect debit' as const), wallet, cents, fee: fc.nat(200) }),
  fc.record({ does: fc.constantFrom('return' as const, 'pay out' as const), wallet, cents, fee: fc.constant(0) }),
  fc
    .record({ does: fc.constant('transfer' as const), wallet, to: wallet, cents })
    .filter((transfer) => transfer.wallet !== transfer.to),
);

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('post' as const),
      entries: fc.array(entryCommand, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('hold' as const), wallet, cents }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('capture' as const, 'release' as const), hold: fc.nat(5) }),
  },
);

/** Up to 25 commands on three wallets. */
export const commands: fc.Arbitrary<Command[]> = fc.array(command, { minLength: 1, maxLength: 25 });

/** A wallet's figures at the end, in cents. */
interface Figures {
  readonly balance: bigint;
  readonly reserved: bigint;
  readonly available: bigint;
  readonly version: number;
  /** Visible movements according to its totals. */
  readonly totals: Turnover;
  /** Visible movements, summed from the list. */
  readonly listed: Turnover;
  /** The sum of its proof. */
  readonly proven: bigint;
}

interface Turnover {
  in: bigint;
  out: bigint;
  movements: number;
}

/** For each command `done` or its error code, and every wallet's figures at the end. */
export interface Outcome {
  readonly responses: string[];
  readonly wallets: Figures[];
}

/** Runs the commands on new wallets of the ledger, each in its own transaction. */
export async function runOnLedger(harness: LedgerHarness, list: readonly Command[]): Promise<Outcome> {
  const { uow, ledger, newAccount } = harness;
  const ids: string[] = [];
  for (let i = 0; i < WALLETS; i++) {
    const accountId = await newAccount();
    ids.push((await uow.run((tx) => ledger.createWallet(tx, { accountId, currency: 'ARS', lane: 'local' }))).id);
  }
  const holds: { id: string; walletId: string; amount: Money }[] = [];
  const execute = async (request: Command): Promise<void> => {
    if (request.does === 'post') {
      const entries = request.entries.map((entry) => entryOf(entry, ids));
      await uow.run((tx) => ledger.post(tx, entries));
    } else if (request.does === 'hold') {
      const [walletId, amount] = [ids[request.wallet]!, money(request.cents)];
      const placed = await uow.run((tx) => ledger.placeHold(tx, aHoldOn(walletId, amount)));
      holds.push({ id: placed.holdId, walletId, amount });
    } else {
      const hold = holds[request.hold];
      if (!hold) await uow.run((tx) => ledger.releaseHold(tx, newId()));
      else if (request.does === 'release') await uow.run((tx) => ledger.releaseHold(tx, hold.id));
      else await uow.run((tx) => ledger.captureHold(tx, hold.id, aPayout(hold.walletId, hold.amount)));
    }
  };
  const responses: string[] = [];
  for (const request of list) responses.push(await execute(request).then(() => 'done', codeOf));
  return { responses, wallets: await Promise.all(ids.map((id) => figuresOf(harness, id))) };
}

/** The outcome according to a model of the rules on whole cents, which shares no code with the ledger. */
export function runOnModel(list: readonly Command[]): Outcome {
  let wallets: ModelWallet[] = Array.from({ length: WALLETS }, () => ({
    balance: 0n,
    reserved: 0n,
    version: 0,
    turnover: { in: 0n, out: 0n, movements: 0 },
  }));
  const holds: { wallet: number; cents: bigint; open: boolean }[] = [];
  const responses = list.map((request) => {
    if (request.does === 'post') {
      const after = wallets.map((wallet) => ({ ...wallet, turnover: { ...wallet.turnover } }));
      if (!request.entries.every((entry) => postOnModel(after, entry))) return 'INSUFFICIENT_AVAILABLE_BALANCE';
      wallets = after;
      return 'done';
    }
    if (request.does === 'hold') {
      const wallet = wallets[request.wallet]!;
      if (wallet.balance - wallet.reserved < BigInt(request.cents)) return 'INSUFFICIENT_AVAILABLE_BALANCE';
      wallet.reserved += BigInt(request.cents);
      holds.push({ wallet: request.wallet, cents: BigInt(request.cents), open: true });
      return 'done';
    }
    const hold = holds[request.hold];
    if (!hold) return 'HOLD_NOT_FOUND';
    if (!hold.open) return 'HOLD_ALREADY_RESOLVED';
    hold.open = false;
    const wallet = wallets[hold.wallet]!;
    wallet.reserved -= hold.cents;
    if (request.does === 'capture') {
      wallet.balance -= hold.cents;
      wallet.version += 1;
      count(wallet, 'out', hold.cents);
    }
    return 'done';
  });
  return {
    responses,
    wallets: wallets.map(({ balance, reserved, version, turnover }) => ({
      balance,
      reserved,
      available: balance - reserved,
      version,
      totals: turnover,
      listed: turnover,
      proven: balance,
    })),
  };
}

interface ModelWallet {
  balance: bigint;
  reserved: bigint;
  version: number;
  readonly turnover: Turnover;
}

/** Returns false when the balance does not cover the entry. */
function postOnModel(wallets: ModelWallet[], entry: EntryCommand): boolean {
  const wallet = wallets[entry.wallet]!;
  const amount = BigInt(entry.cents);
  wallet.version += 1;
  count(wallet, entry.does === 'collect' || entry.does === 'collect debit' ? 'in' : 'out', amount);
  if (entry.does === 'collect') wallet.balance += amount;
  if (entry.does === 'collect debit') {
    const before = wallet.balance;
    wallet.balance += amount - BigInt(entry.fee);
    if (entry.fee > 0) wallet.version += 1;
    if (wallet.balance < before && wallet.balance < wallet.reserved) return false;
  }
  if (entry.does === 'return') wallet.balance -= amount;
  if (entry.does === 'pay out' || entry.does === 'transfer') {
    wallet.balance -= amount;
    if (wallet.balance < wallet.reserved) return false;
  }
  if (entry.does === 'transfer') {
    wallets[entry.to]!.balance += amount;
    wallets[entry.to]!.version += 1;
    count(wallets[entry.to]!, 'in', amount);
  }
  return true;
}

function count({ turnover }: ModelWallet, direction: 'in' | 'out', amount: bigint): void {
  turnover[direction] += amount;
  turnover.movements += 1;
}

function entryOf(entry: EntryCommand, ids: readonly string[]): JournalEntry {
  const walletId = ids[entry.wallet]!;
  const amount = money(entry.cents);
  switch (entry.does) {
    case 'collect':
      return aCollection(walletId, amount, money(entry.fee));
    case 'collect debit':
      return aDebitCollection(walletId, amount, money(entry.fee));
    case 'return':
      return aDebitReturn(walletId, amount);
    case 'pay out':
      return aPayout(walletId, amount);
    case 'transfer':
      return aTransfer(walletId, ids[entry.to]!, amount);
  }
}

async function figuresOf({ ledger }: LedgerHarness, id: string): Promise<Figures> {
  const { wallet: found, sum } = await ledger.walletProof(id);
  const { balance, reserved, available } = found.balances;
  const { totalIn, totalOut, countIn, countOut } = await ledger.movementTotals(id);
  const { items } = await ledger.listMovements(id, { limit: 1_000 });
  const listed = (direction: Direction) =>
    items
      .filter((item) => item.direction === direction)
      .reduce((total, { amount }) => total + inCents(amount.absolute()), 0n);
  return {
    balance: inCents(balance),
    reserved: inCents(reserved),
    available: inCents(available),
    version: found.version,
    totals: { in: inCents(totalIn), out: inCents(totalOut), movements: countIn + countOut },
    listed: { in: listed('in'), out: listed('out'), movements: items.length },
    proven: inCents(sum),
  };
}

function inCents(amount: Money): bigint {
  return BigInt(amount.toFixed().replace('.', ''));
}

function money(amount: number): Money {
  return Money.of((BigInt(amount) / 100n).toString() + '.' + String(amount % 100).padStart(2, '0'), 'ARS');
}

function codeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  throw error;
}
