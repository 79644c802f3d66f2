import { Complaints, isStorable, readAmount } from '@app/kernel';
import type { Payer } from '@app/payment-links';

/** What a tester can let happen. A debit is confirmed by its payer; the rail submits, settles, refuses or returns it. */
export const SIMULATED_EVENTS = [
  'pay',
  'lapse',
  'debit_confirm',
  'debit_submit',
  'debit_settle',
  'debit_refuse',
  'debit_return',
] as const;

export type SimulatedEvent = (typeof SIMULATED_EVENTS)[number];

export interface Simulation {
  event: SimulatedEvent;
  /** Code of the method to open an order with, when none is open. */
  method: string | null;
  payer: Payer | null;
  /** What the payer pays instead of what is owed; decimal text. */
  amount: string | null;
}

/** Throws `ValidationError` that names every refused field. */
export function parseSimulation(body: Readonly<Record<string, unknown>>): Simulation {
  const complaints = new Complaints();
  const { event, method, payer, amount } = body;
  if (!SIMULATED_EVENTS.some((known) => known === event)) {
    complaints.add('event', `The event must be one of ${SIMULATED_EVENTS.join(', ')}.`);
  }
  if (isGiven(method) && typeof method !== 'string')
    complaints.add('method', 'The method must be the code of a payment method.');
  if (isGiven(payer) && !isPayer(payer)) {
    complaints.add('payer', 'The payer must be an object with name, email and document.');
  }
  const paid = isGiven(amount) ? readAmount(amount) : undefined;
  if (isGiven(amount) && !paid) complaints.add('amount', 'The amount must be a number or decimal text.');
  complaints.throwIfAny();
  return {
    event: event as SimulatedEvent,
    method: isGiven(method) ? (method as string) : null,
    payer: isGiven(payer) ? payerOf(payer as Record<string, unknown>) : null,
    amount: paid?.toFixed() ?? null,
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Text that the database has no place for is refused here, as a checkout form's is. */
function isPayer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((field) => typeof field !== 'string' || isStorable(field));
}

function payerOf(payer: Readonly<Record<string, unknown>>): Payer {
  const text = (value: unknown) =>
    typeof value === 'string' && value !== '' ? [...value].slice(0, 255).join('') : null;
  return { name: text(payer['name']), email: text(payer['email']), document: text(payer['document']) };
}
