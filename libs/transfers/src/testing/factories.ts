import { decimal, Money, newId, toCurrency } from '@app/kernel';
import { newBankAccount, type BankAccount, type NewBankAccount } from '../beneficiaries/domain/bank-account';
import { newBeneficiary, type Beneficiary, type NewBeneficiary } from '../beneficiaries/domain/beneficiary';
import type { RouteInput, StoredRoute } from '../routes/domain/route';

const MOMENT = new Date('2030-01-01T12:00:00.000Z');

/** A valid Argentine bank account, as a request has it. */
export const BANK = { name: 'Banco Galicia', cbu: '2850590940090418135201' };
export const DOCUMENT = { type: 'cuit', number: '20-05536168-2' };

export function aNewBeneficiary(changes: Partial<NewBeneficiary> = {}): NewBeneficiary {
  const country = { country: 'AR', bankCountry: 'AR' };
  return { name: 'Ana Gómez', email: 'ana@example.com', document: DOCUMENT, bank: BANK, ...country, ...changes };
}

export function aBeneficiary(changes: Partial<Beneficiary> & Pick<Beneficiary, 'accountId'>): Beneficiary {
  const identity = { id: newId(), accountId: changes.accountId, createdAt: MOMENT };
  return { ...newBeneficiary(identity, aNewBeneficiary()).value, ...changes };
}

export function aNewBankAccount(changes: Partial<NewBankAccount> = {}): NewBankAccount {
  return { holderName: 'Café Río', document: DOCUMENT, country: 'AR', currency: 'ARS', bank: BANK, ...changes };
}

export function aBankAccount(changes: Partial<BankAccount> & Pick<BankAccount, 'accountId'>): BankAccount {
  const identity = { id: newId(), accountId: changes.accountId, createdAt: MOMENT };
  return { ...newBankAccount(identity, aNewBankAccount()).value, ...changes };
}

export function routeInput(changes: Partial<RouteInput> = {}): RouteInput {
  const key = { origin: 'ARS', country: 'BR', currency: 'BRL' };
  return { ...key, minimum: '5000', dollarPrice: '1050', leadTime: '1d', instant: false, ...changes };
}

/** What `routeInput` is parsed to, unless told otherwise. */
export function aRoute(changes: Partial<Omit<StoredRoute, 'removed'>> = {}): Omit<StoredRoute, 'removed'> {
  return {
    origin: toCurrency('ARS'),
    country: 'BR',
    currency: toCurrency('BRL'),
    minimum: Money.of('5000', 'ARS'),
    dollarPrice: decimal('1050'),
    leadTime: '1d',
    instant: false,
    ...changes,
  };
}
