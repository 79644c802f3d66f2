import { Money, readReportedAmount, type UnsupportedAmount } from '@app/kernel';
import { dlocalAuthorization, type DlocalSigned } from '@app/platform';
import { timingSafeEqual } from 'node:crypto';
import type { Json } from '../json';

/** The name under which records store the provider, and its name in the configuration. */
export const DLOCAL = 'dlocal';

/** Whether one of the secrets made that `Authorization`; compares in constant time. */
export function isAuthorization(header: string, secrets: readonly string[], signed: DlocalSigned): boolean {
  const given = Buffer.from(header);
  return secrets.some((secret) => {
    const right = Buffer.from(dlocalAuthorization(secret, signed));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/**
 * An amount of dLocal, a JSON number in the units of its currency; undefined for anything that is no positive amount.
 * A number that a double holds is written in its shortest form, which is the one that was sent but for zeros at the end.
 */
export function moneyIn({ amount, currency }: Json): Money | UnsupportedAmount | undefined {
  return readReportedAmount(typeof amount === 'number' ? String(amount) : amount, currency);
}

/** Whether dLocal's amount is exactly this one. */
export function isAmount(json: Json, amount: Money): boolean {
  const reported = moneyIn(json);
  return reported instanceof Money && reported.equals(amount);
}

/** The ids of chargebacks begin so; those of refunds do not. */
export function isChargebackId(id: string): boolean {
  return id.startsWith('CHAR');
}

/** The path of an object by an id that may have any characters. */
export function pathOf(objects: 'payments' | 'orders' | 'refunds' | 'chargebacks', id: string): string {
  return `/${objects}/${encodeURIComponent(id)}`;
}

/** The amount as dLocal's JSON has it: at most 14 digits, which a JSON number holds exactly. */
export function amountOf(amount: Money): number {
  return Number(amount.toFixed());
}
