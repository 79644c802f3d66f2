import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';
import { everyPage } from './every-page';
import type { OrderType } from './order';

const PER_PAGE = 50;

/** The destination of an order: a bank account of the merchant, or a beneficiary. */
export interface Destination {
  id: string;
  name: string;
  /** The country of the bank. */
  country: Schemas['BankAccount']['country'];
  currency: string;
  bank: Schemas['MaskedBankFields'];
}

/** The merchant's own bank accounts. */
const bankAccountChoices = queryOptions({
  queryKey: ['bank-accounts', 'choices'],
  queryFn: async (): Promise<Destination[]> => {
    const accounts = await everyPage((cursor) =>
      bodyOf(
        api.GET('/api/v1/clients/bank-accounts', {
          params: { query: { per_page: PER_PAGE, cursor } },
        }),
      ),
    );
    return accounts.map(({ holder_name: name, ...account }) => ({ ...account, name }));
  },
});

/** The active beneficiaries; the API rejects transfers to the others. */
const beneficiaryChoices = queryOptions({
  queryKey: ['beneficiaries', 'choices'],
  queryFn: async (): Promise<Destination[]> => {
    const beneficiaries = await everyPage((cursor) =>
      bodyOf(
        api.GET('/api/v1/clients/beneficiaries', {
          params: { query: { per_page: PER_PAGE, cursor } },
        }),
      ),
    );
    return beneficiaries
      .filter(({ active }) => active)
      .map(({ bank_country: country, ...beneficiary }) => ({ ...beneficiary, country }));
  },
});

export const destinationsQuery = (type: OrderType) => (type === 'payout' ? bankAccountChoices : beneficiaryChoices);
