import { readReportedAmount, type Money, type UnsupportedAmount } from '@app/kernel';

/** The name under which records store the provider, and its name in the configuration. */
export const WOOVI = 'woovi';

/** What the stored ids of Woovi belong to: the Pix transaction of a payout. */
export type WooviObjectKind = 'payout_transaction';

/** An amount of Woovi, a positive whole number of centavos; undefined for anything else. */
export function moneyOf(centavos: unknown): Money | UnsupportedAmount | undefined {
  if (typeof centavos !== 'number' || !Number.isSafeInteger(centavos) || centavos <= 0) return undefined;
  const digits = String(centavos).padStart(3, '0');
  return readReportedAmount(`${digits.slice(0, -2)}.${digits.slice(-2)}`, 'BRL');
}

/** The amount as Woovi's JSON has it: at most 14 digits, which a JSON number holds exactly. */
export function centavosOf(amount: Money): number {
  if (amount.currency !== 'BRL') throw new Error(`Woovi moves BRL only, not ${amount.currency}`);
  return Number(amount.toFixed().replace('.', ''));
}

/** Whether Woovi's amount is exactly this one. */
export function isAmount(centavos: unknown, amount: Money): boolean {
  return centavos === centavosOf(amount);
}
