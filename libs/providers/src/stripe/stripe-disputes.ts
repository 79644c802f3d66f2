import { toReversalFact } from '@app/payment-links';
import type { Money, UnsupportedAmount } from '@app/kernel';
import type { Fact } from '@app/rails';
import { idIn, isObject, shownText, type Json } from '../json';
import { moneyOf, STRIPE } from './stripe-wire';

type Reported = Money | UnsupportedAmount;
type FactType = Parameters<typeof toReversalFact>[0]['type'];

/** Statuses of a dispute that is decided. Any other, also one that we do not know, leaves it open. */
const OVER: readonly unknown[] = ['lost', 'won', 'warning_closed', 'prevented'];

/** Whether the bank may still decide about the dispute, or the money that was won is still to come. */
export function isOpenDispute(dispute: Json): boolean {
  const { status } = dispute;
  return !OVER.includes(status) || (status === 'won' && hasTaken(dispute) && !hasGivenBack(dispute));
}

/** Whether money has left Stripe's balance for the dispute. */
export function hasTaken(dispute: Json): boolean {
  return linesOf(dispute).some(({ minorUnits }) => minorUnits < 0);
}

/** Whether money has come back to it. */
function hasGivenBack(dispute: Json): boolean {
  return linesOf(dispute).some(({ minorUnits }) => minorUnits > 0);
}

/** What left the balance: the dispute's own withdrawal, whose id is made of its name, and then what was taken beside it. */
export function takesOf(dispute: Json): { readonly id: string; readonly amount: Reported }[] {
  const name = idIn(dispute, 'id');
  if (name === undefined) return [];
  const takes = linesOf(dispute).filter(({ minorUnits }) => minorUnits < 0);
  return [...takes]
    .sort((a, b) => a.minorUnits - b.minorUnits)
    .map((line, at) => {
      const isOwn = at === 0;
      const disputed = isOwn && line.currency !== dispute['currency'];
      const amount = disputed
        ? moneyOf(dispute['amount'], dispute['currency'])
        : moneyOf(-line.minorUnits, line.currency);
      if (!amount) throw new Error('Stripe gave no amount for what a dispute took');
      return { id: `${name}:${isOwn ? 'withdrawn' : line.id}`, amount };
    });
}

/**
 * What the dispute of a card payment has done so far. An inquiry (`warning_…`) moves no money: only what Stripe has withdrawn
 * counts. How the dispute ended is decided by its status, never by what has come back: an adjustment of some cents is no
 * victory. Each line of money back is one fact with what came: of a victory the largest, and any other an adjustment. While
 * nothing is decided, the whole amount is no adjustment: the status that follows says what it is. Rule 17.16.
 */
export function disputeFacts(payment: string, dispute: Json): Fact[] {
  const [name, amount] = [idIn(dispute, 'id'), moneyOf(dispute['amount'], dispute['currency'])];
  if (name === undefined || !amount || !hasTaken(dispute)) return [];
  const reason = shownText(dispute['reason']);
  const about = { provider: STRIPE, reference: payment, providerReference: name, reason };
  const fact = (id: string, type: FactType, moved: Reported) =>
    toReversalFact({ ...about, id: `${name}:${id}`, type, amount: moved });
  const back = linesOf(dispute).filter(({ minorUnits }) => minorUnits > 0);
  const status = dispute['status'];
  const victory = status === 'won' ? largestOf(back) : undefined;
  const adjustments = back
    .filter((line) => line !== victory && !(isOpenDispute(dispute) && isWhole(line, dispute)))
    .map((line) => fact(line.id, 'dispute.adjusted', amountOf(line, dispute)));
  return [
    fact('withdrawn', 'dispute.opened', amount),
    ...(status === 'lost' ? [fact('lost', 'dispute.lost', amount)] : []),
    ...(victory ? [fact('reinstated', 'dispute.won', amountOf(victory, dispute))] : []),
    ...adjustments,
    ...takenBeside(payment, dispute),
  ];
}

/** Each line that took money beside the dispute's own withdrawal is a dispute of its own: none is that of another. */
function takenBeside(payment: string, dispute: Json): Fact[] {
  const reason = shownText(dispute['reason']);
  return takesOf(dispute)
    .slice(1)
    .flatMap(({ id, amount }) => {
      const about = { provider: STRIPE, reference: payment, providerReference: id, reason, amount };
      const opened = toReversalFact({ ...about, id: `${id}:withdrawn`, type: 'dispute.opened' });
      const isLost = dispute['status'] === 'lost';
      return isLost ? [opened, toReversalFact({ ...about, id: `${id}:lost`, type: 'dispute.lost' })] : [opened];
    });
}

/** What Stripe gave back of a bank debit that was returned, which is final: each line is for staff. */
export function adjustmentFacts(payment: string, dispute: Json): Fact[] {
  const name = idIn(dispute, 'id');
  if (name === undefined) return [];
  const about = { provider: STRIPE, reference: payment, providerReference: name, reason: shownText(dispute['reason']) };
  return linesOf(dispute)
    .filter(({ minorUnits }) => minorUnits > 0)
    .map((line) => {
      const amount = amountOf(line, dispute);
      return toReversalFact({ ...about, id: `${name}:${line.id}`, type: 'dispute.adjusted', amount });
    });
}

/** A movement of the balance, which may be in another currency than the payment. */
interface Line {
  readonly id: string;
  readonly minorUnits: number;
  readonly currency: unknown;
}

function linesOf(dispute: Json): Line[] {
  const moved = dispute['balance_transactions'];
  return (Array.isArray(moved) ? (moved as unknown[]) : []).filter(isObject).flatMap((line, at) => {
    const { amount: minorUnits, currency = dispute['currency'] } = line;
    return typeof minorUnits === 'number' ? [{ id: idIn(line, 'id') ?? `line_${at}`, minorUnits, currency }] : [];
  });
}

function largestOf(lines: readonly Line[]): Line | undefined {
  return [...lines].sort((a, b) => b.minorUnits - a.minorUnits)[0];
}

/** Whether the line brings back all that the dispute took, in the currency of the balance. */
function isWhole({ minorUnits, currency }: Line, dispute: Json): boolean {
  const taken = linesOf(dispute).filter((line) => line.minorUnits < 0 && line.currency === currency);
  return taken.length > 0 && minorUnits >= taken.reduce((sum, line) => sum - line.minorUnits, 0);
}

/** What the line brought back: the disputed amount where it is the whole, as the balance may be in another currency. */
function amountOf(line: Line, dispute: Json): Reported {
  const isConverted = line.currency !== dispute['currency'];
  const whole = isConverted && isWhole(line, dispute) ? moneyOf(dispute['amount'], dispute['currency']) : undefined;
  const amount = whole ?? moneyOf(line.minorUnits, line.currency);
  if (amount) return amount;
  throw new Error('Stripe gave no amount for what a dispute brought back');
}
