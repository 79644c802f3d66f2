import { decimal, Money, newId, toCurrency } from '@app/kernel';
import { newBankAccount, type BankAccount, type NewBankAccount } from '../beneficiaries/domain/bank-account';
import { newBeneficiary, type Beneficiary, type NewBeneficiary } from '../beneficiaries/domain/beneficiary';
import type { Payable } from '../payouts/application/ports';
import type { Payout } from '../payouts/domain/payout';
import type { RouteInput, StoredRoute } from '../routes/domain/route';

type PayoutChanges = Partial<Omit<Payout, 'figures'>> & { figures?: Partial<Payout['figures']> };

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

/** What `routeInput` is parsed to, by default. */
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

/** An ordered transfer of 10000 ARS (fee 100, tax 60), by default. */
export function anOrderedPayout({ figures, ...changes }: PayoutChanges = {}): Payout {
  const ars = (amount: string) => Money.of(amount, 'ARS');
  return {
    id: newId(),
    accountId: newId(),
    type: 'transfer',
    status: 'requested',
    walletId: newId(),
    holdId: newId(),
    destination: { type: 'beneficiary', id: newId(), name: 'Ana Gómez', country: 'AR', bank: { cbu: '****5201' } },
    instant: false,
    comment: null,
    referenceRate: null,
    leadTime: '1d',
    provider: null,
    requestedBy: newId(),
    requestId: null,
    notices: { merchant: 'tesoreria@cafe.example', beneficiary: 'ana@example.com', language: 'en' },
    failureReason: null,
    providerReason: null,
    providerReference: null,
    createdAt: MOMENT,
    updatedAt: MOMENT,
    completedAt: null,
    failedAt: null,
    returnedAt: null,
    returned: null,
    correctedAt: null,
    caseOpenedAt: null,
    ...changes,
    figures: {
      amount: ars('10000'),
      payoutFee: { percentageAmount: ars('100'), fixedAmount: ars('0'), total: ars('100'), boundedBy: null },
      instantFee: ars('0'),
      tax: ars('60'),
      conversionFee: ars('0'),
      net: ars('9840'),
      destinationAmount: ars('9840'),
      rate: null,
      ...figures,
    },
  };
}

/** A beneficiary in Argentina as the rail needs it. */
export function aPayable(id: string): Payable {
  return {
    destination: {
      type: 'beneficiary',
      id,
      name: 'Ana Suárez',
      country: 'AR',
      bank: { name: 'Banco Río', cbu: '••••3456' },
    },
    rail: {
      name: 'Ana Suárez',
      document: { type: 'CUIT', number: '20123456786' },
      country: 'AR',
      bank: { name: 'Banco Río', cbu: '2850590940090418135201' },
    },
    currency: toCurrency('ARS'),
    email: null,
  };
}

/** A bank account of the merchant. */
export function aPayableBankAccount(id: string): Payable {
  const payable = aPayable(id);
  return { ...payable, destination: { ...payable.destination, type: 'bank_account' } };
}
