import { anAccount } from '@app/accounts/testing';
import { GivenFeeSchedules } from '@app/fees/testing';
import { decimal, Money, newId, WrittenAmount, type IdempotentResponses } from '@app/kernel';
import { RecordedResponses, StandingClock } from '@app/kernel/testing';
import type { Wallet } from '@app/ledger';
import { aWallet, postgresLedger } from '@app/ledger/testing';
import { PostgresDatabase, poolOf, type Config } from '@app/platform';
import { aProvider, registryOf } from '@app/rails/testing';
import { GivenRates } from '@app/rates/testing';
import type { DataSource } from 'typeorm';
import { PostgresPayoutQueue } from '../payouts/adapters/postgres-payout.queue';
import { PostgresPayoutsReader } from '../payouts/adapters/postgres-payouts.reader';
import { PostgresStaffPayouts } from '../payouts/adapters/postgres-staff.payouts';
import { PostgresPayoutsRepository } from '../payouts/adapters/postgres-payouts.repository';
import { OutflowQuotes } from '../payouts/application/outflow-quotes';
import { PayoutRails } from '../payouts/application/payout-rails';
import { PayoutPlacement, type Orderer } from '../payouts/application/payout-placement';
import { Payouts } from '../payouts/application/payouts';
import type { PayableBankAccounts } from '../payouts/application/ports';
import { HmacTransferCodes } from '../verifications/adapters/hmac-transfer-codes';
import { PostgresWrongCodes } from '../verifications/adapters/postgres-wrong.codes';
import { PostgresVerificationsRepository } from '../verifications/adapters/postgres-verifications.repository';
import { TransferChecks, type NewTransferRequest } from '../verifications/application/transfer-checks';
import { Transfers } from '../verifications/application/transfers';
import { Verifications } from '../verifications/application/verifications';
import { aPayable, aPayableBankAccount } from './factories';
import { InMemoryAcceptedTerms } from './in-memory-accepted.terms';
import { InMemoryPayableBeneficiaries } from './in-memory-payable.beneficiaries';
import { InMemoryPayoutRail } from './in-memory-payout.rail';
import { InMemoryPayoutRoutes } from './in-memory-payout.routes';
import { RecordedAudit, RecordedMail } from './recorded';

const TO_ARGENTINA = { kind: 'pay_out', country: 'AR', currency: 'ARS' } as const;
const SECRETS = { secretsKey: Buffer.alloc(32, 1) } as Config;

/** A merchant who can transfer ARS to a beneficiary in Argentina. */
export interface TransferringMerchant {
  by: Orderer;
  wallet: Wallet;
  beneficiaryId: string;
  /** 10000 ARS to the beneficiary, by default. */
  request(changes?: Partial<Omit<NewTransferRequest, 'amount'>> & { amount?: string }): NewTransferRequest;
}

/**
 * Transfers on a migrated database, with recorded mail and a clock that a test moves. Responses are recorded by
 * default.
 */
export function postgresTransfers(source: DataSource, keeper?: IdempotentResponses, rail = new InMemoryPayoutRail()) {
  const { providers, routes: providerRoutes } = registryOf(
    aProvider({ adapters: [rail], capabilities: [TO_ARGENTINA], isSimulated: rail.isSimulated }),
  );
  const clock = new StandingClock();
  const db = new PostgresDatabase(source);
  const ledgerHarness = postgresLedger(source);
  const { ledger, uow } = ledgerHarness;
  const [routes, beneficiaries, terms] = [
    new InMemoryPayoutRoutes(),
    new InMemoryPayableBeneficiaries(),
    new InMemoryAcceptedTerms(),
  ];
  routes.set('ARS', 'AR', 'ARS', {
    minimum: Money.of('1000', 'ARS'),
    dollarPrice: decimal('1000'),
    leadTime: '1d',
    instant: false,
  });
  const [mail, audit, responses] = [new RecordedMail(), new RecordedAudit(), new RecordedResponses()];
  const fees = new GivenFeeSchedules();
  const rails = new PayoutRails(providers, providerRoutes);
  const quotes = new OutflowQuotes(ledger, fees, new GivenRates(clock), routes, rails);
  const payoutsRepository = new PostgresPayoutsRepository(db, SECRETS);
  // Any id is a bank account in Argentina.
  const bankAccounts: PayableBankAccounts = { findPayable: async (_accountId, id) => aPayableBankAccount(id) };
  const reader = new PostgresPayoutsReader(db);
  const placement = new PayoutPlacement(payoutsRepository, ledger, mail, audit, clock);
  const payouts = new Payouts(reader, bankAccounts, quotes, placement, responses, uow);
  const codes = new HmacTransferCodes(SECRETS);
  const checks = new TransferChecks(ledger, quotes, beneficiaries, terms, codes);
  const verifications = new PostgresVerificationsRepository(db);
  const pending = new Verifications(verifications, new PostgresWrongCodes(db), codes, mail, audit, clock);
  const transfers = new Transfers(pending, checks, placement, keeper ?? responses, uow);

  const merchant = async ({ credit = '100000' }: { credit?: string } = {}): Promise<TransferringMerchant> => {
    const wallet = await aWallet(ledgerHarness, { credit });
    const account = anAccount({ id: wallet.accountId, email: 'tesoreria@cafe.example' });
    const beneficiaryId = await insertBeneficiary(source, account.id);
    beneficiaries.add(account.id, aPayable(beneficiaryId));
    return {
      by: person(account),
      wallet,
      beneficiaryId,
      request: ({ amount = '10000', ...changes } = {}) => ({
        walletId: wallet.id,
        beneficiaryId,
        instant: false,
        comment: 'November rent',
        ...changes,
        amount: WrittenAmount.of(amount),
      }),
    };
  };
  return {
    providers,
    clock,
    ledger,
    uow,
    routes,
    beneficiaries,
    terms,
    fees,
    mail,
    audit,
    responses,
    verifications,
    codes,
    payouts,
    placement,
    payoutsRepository,
    staffPayouts: new PostgresStaffPayouts(db),
    queue: new PostgresPayoutQueue(db, SECRETS),
    rails,
    transfers,
    merchant,
  };
}

/** Another person of the account. */
export function person(account: Orderer['account']): Orderer {
  const id = newId();
  const email = `${id}@example.com`;
  return { account, user: { id, email }, actor: { type: 'user', name: email } };
}

/** The row that verifications refer to. */
export async function insertBeneficiary(source: DataSource, accountId: string): Promise<string> {
  const id = newId();
  await poolOf(source).query(
    `INSERT INTO beneficiaries (id, account_id, name, email, document, country, bank_country, currency, bank, bank_sealed)
     VALUES ($1, $2, 'Ana Suárez', 'ana@example.com', '{}', 'AR', 'AR', 'ARS', '{}', '\\x00')`,
    [id, accountId],
  );
  return id;
}
