import { Money, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aCollection } from '@app/ledger/testing';
import { crashTrial } from './crash-trial';

const PAYOUTS = Number(process.env['STRESS_PAYOUTS'] ?? 500);
const ACCOUNT = {
  holder_name: 'Café Río',
  document: { type: 'cuit', number: '20-05536168-2' },
  country: 'AR',
  currency: 'ARS',
  bank: { name: 'Banco Galicia', cbu: '2850590940090418135201' },
};

describe('kill -9 of the API, the worker and PostgreSQL while payouts are ordered', () => {
  crashTrial({
    name: 'payouts',
    count: PAYOUTS,
    prepare: async (service, merchant, panel) => {
      const walletId = merchant.local!.id;
      const credit = aCollection(walletId, Money.of(String(2_000 * PAYOUTS), 'ARS'));
      await service.get(UnitOfWork).run((tx) => service.get(LedgerService).post(tx, [credit]));
      const bankAccount = (await panel.post('/bank-accounts', ACCOUNT)).body.data.id as string;
      const order = { type: 'payout', virtual_wallet_id: walletId, bank_account_id: bankAccount, amount: '2000.00' };
      return { path: '/payouts', body: order };
    },
  });
});
