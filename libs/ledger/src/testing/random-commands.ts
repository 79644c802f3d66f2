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

/** Something that is asked of a ledger; wallets and holds by their ordinal. */
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

export const commands: fc.Arbitrary<Command[]> = fc.array(command, { minLength: 1, maxLength: 25 });

/** Of a wallet in the end; amounts in cents. */
interface Figures {
  readonly balance: bigint;
  readonly reserved: bigint;
  readonly available: bigint;
  readonly version: number;
  /** What its totals say that entered and left it visibly, and in how many movements. */
  readonly totals: Passed;
  /** The same, counted from the list of its movements. */
  readonly listed: Passed;
  /** What its proof sums up to. */
  readonly proven: bigint;
}

interface Passed {
  in: bigint;
  out: bigint;
  movements: number;
}

/** What became of the commands: for each `done` or the code of its refusal, and every wallet's figures in the end. */
export interface Outcome {
  readonly answers: string[];
  readonly wallets: Figures[];
}

/** Runs the commands against a ledger, each in a transaction of its own, on wallets made for them. */
export async function runOnLedger(harness: LedgerHarness, list: readonly Command[]): Promise<Outcome> {
  const { uow, ledger, newAccount } = harness;
  const ids: string[] = [];
  for (let i = 0; i < WALLETS; i++) {
    const accountId = await newAccount();
    ids.push((await uow.run((tx) => ledger.createWallet(tx, { accountId, currency: 'ARS', lane: 'local' }))).id);
  }
  const holds: { id: string; walletId: string; amount: Money }[] = [];
  const perform = async (asked: Command): Promise<void> => {
    if (asked.does === 'post') {
      await uow.run((tx) =>
        ledger.post(
          tx,
          asked.entries.map((entry) => entryOf(entry, ids)),
        ),
      );
    } else if (asked.does === 'hold') {
      const [walletId, amount] = [ids[asked.wallet]!, money(asked.cents)];
      const placed = await uow.run((tx) => ledger.placeHold(tx, aHoldOn(walletId, amount)));
      holds.push({ id: placed.holdId, walletId, amount });
    } else {
      const hold = holds[asked.hold];
      if (!hold) await uow.run((tx) => ledger.releaseHold(tx, newId()));
      else if (asked.does === 'release') await uow.run((tx) => ledger.releaseHold(tx, hold.id));
      else await uow.run((tx) => ledger.captureHold(tx, hold.id, aPayout(hold.walletId, hold.amount)));
    }
  };
  const answers: string[] = [];
  for (const asked of list) answers.push(await perform(asked).then(() => 'done', codeOf));
  return { answers, wallets: await Promise.all(ids.map((id) => figuresOf(harness, id))) };
}

/** What the rules of a wallet say should become of them, worked out on whole cents with none of the ledger's code. */
export function runOnPaper(list: readonly Command[]): Outcome {
  let wallets: PaperWallet[] = Array.from({ length: WALLETS }, () => ({
    ...{ balance: 0n, reserved: 0n, version: 0 },
    passed: { in: 0n, out: 0n, movements: 0 },
  }));
  const holds: { wallet: number; cents: bigint; open: boolean }[] = [];
  const answers = list.map((asked) => {
    if (asked.does === 'post') {
      const after = wallets.map((of) => ({ ...of, passed: { ...of.passed } }));
      if (!asked.entries.every((entry) => enterOnPaper(after, entry))) return 'INSUFFICIENT_AVAILABLE_BALANCE';
      wallets = after;
      return 'done';
    }
    if (asked.does === 'hold') {
      const of = wallets[asked.wallet]!;
      if (of.balance - of.reserved < BigInt(asked.cents)) return 'INSUFFICIENT_AVAILABLE_BALANCE';
      of.reserved += BigInt(asked.cents);
      holds.push({ wallet: asked.wallet, cents: BigInt(asked.cents), open: true });
      return 'done';
    }
    const hold = holds[asked.hold];
    if (!hold) return 'HOLD_NOT_FOUND';
    if (!hold.open) return 'HOLD_ALREADY_RESOLVED';
    hold.open = false;
    const of = wallets[hold.wallet]!;
    of.reserved -= hold.cents;
    if (asked.does === 'capture') {
      of.balance -= hold.cents;
      of.version += 1;
      pass(of, 'out', hold.cents);
    }
    return 'done';
  });
  return {
    answers,
    wallets: wallets.map(({ balance, reserved, version, passed }) => ({
      ...{ balance, reserved, available: balance - reserved, version },
      ...{ totals: passed, listed: passed, proven: balance },
    })),
  };
}

interface PaperWallet {
  balance: bigint;
  reserved: bigint;
  version: number;
  readonly passed: Passed;
}

function enterOnPaper(wallets: PaperWallet[], entry: EntryCommand): boolean {
  const of = wallets[entry.wallet]!;
  const amount = BigInt(entry.cents);
  of.version += 1;
  pass(of, entry.does === 'collect' || entry.does === 'collect debit' ? 'in' : 'out', amount);
  if (entry.does === 'collect') of.balance += amount;
  if (entry.does === 'collect debit') {
    const before = of.balance;
    of.balance += amount - BigInt(entry.fee);
    if (entry.fee > 0) of.version += 1;
    if (of.balance < before && of.balance < of.reserved) return false;
  }
  if (entry.does === 'return') of.balance -= amount;
  if (entry.does === 'pay out' || entry.does === 'transfer') {
    of.balance -= amount;
    if (of.balance < of.reserved) return false;
  }
  if (entry.does === 'transfer') {
    wallets[entry.to]!.balance += amount;
    wallets[entry.to]!.version += 1;
    pass(wallets[entry.to]!, 'in', amount);
  }
  return true;
}

function pass({ passed }: PaperWallet, direction: 'in' | 'out', amount: bigint): void {
  passed[direction] += amount;
  passed.movements += 1;
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
  const { items } = await ledger.movements(id, { limit: 1_000 });
  const listed = (direction: Direction) =>
    items
      .filter((item) => item.direction === direction)
      .reduce((total, { amount }) => total + inCents(amount.absolute()), 0n);
  return {
    ...{ balance: inCents(balance), reserved: inCents(reserved), available: inCents(available) },
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
