import { CARD, PAYMENT_METHODS } from '@app/payment-links';
import { createDataSource, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { createScratchDatabase } from '../../../../../test/support/test-database';
import type { ProviderSubject } from '../../testing/subject';
import { SandboxCardPlatform } from '../sandbox-card.platform';
import { SandboxCollectionRail } from '../sandbox-collection.rail';
import { SANDBOX_DEBIT, SandboxDebitRail } from '../sandbox-debit.rail';
import { SandboxDeposits } from '../sandbox-deposits';
import { SandboxOutflowLedger } from '../sandbox-outflow.ledger';
import { SandboxPayoutRail } from '../sandbox-payout.rail';
import { SandboxRefundRail } from '../sandbox-refund.rail';
import { SandboxReceivingAccounts } from '../sandbox-receiving.accounts';
import { SANDBOX, SandboxProvider } from '../sandbox.provider';

const KEYS = { secretsKey: Buffer.alloc(32, 1) };

export const SANDBOX_SUBJECT: ProviderSubject = {
  name: SANDBOX,
  storedNames: ['sandbox', 'sandbox_cards', 'sandbox_payouts', 'sandbox_deposits'],
  methods: [...PAYMENT_METHODS.map(({ code }) => code), CARD],
  refunds: true,
  paysOut: true,
  receives: true,
  start: async () => {
    const database = await createScratchDatabase();
    const source = await createDataSource(database.url, 5, 'test').initialize();
    const ledger = new SandboxOutflowLedger(new PostgresDatabase(source), new PostgresUnitOfWork(source));
    const rail = new SandboxCollectionRail(SandboxCollectionRail.secretsFrom(KEYS));
    const cards = new SandboxCardPlatform(SandboxCardPlatform.secretsFrom(KEYS), true);
    const payouts = new SandboxPayoutRail(SandboxPayoutRail.secretsFrom(KEYS), ledger, 60_000);
    const deposits = new SandboxDeposits(SandboxDeposits.secretsFrom(KEYS));
    const refunds = new SandboxRefundRail(ledger, 60_000);
    const adapters = [rail, new SandboxDebitRail(), cards, payouts, refunds, new SandboxReceivingAccounts()];
    const money = { amount: '250.00', currency: 'USD' };
    return {
      provider: new SandboxProvider([rail, cards, payouts, deposits], adapters, [], true),
      stop: async () => {
        await source.destroy();
        await database.drop();
      },
      messages: {
        [rail.provider]: (reference, now) => rail.message({ id: 'n1', type: 'order.lapsed', reference }, now),
        [cards.provider]: (reference, now) => cards.message({ id: 'n1', type: 'order.lapsed', reference }, now),
        [payouts.provider]: (reference, now) =>
          payouts.message({ id: 'n1', type: 'payout.processing', reference }, now),
        [deposits.provider]: (reference, now) =>
          deposits.message({ id: 'n1', type: 'deposit.received', reference, ...money }, now),
      },
      messagesExpire: true,
      debits: {
        taken: SANDBOX_DEBIT,
        declined: { ...SANDBOX_DEBIT, account: { ...SANDBOX_DEBIT.account, accountNumber: '123459999' } },
      },
    };
  },
};
