import { SensitiveChanges } from '@app/accounts';
import { RecordedAuditLog } from '@app/accounts/testing';
import { Money, newId } from '@app/kernel';
import { RecordedResponses, StandingClock } from '@app/kernel/testing';
import { inMemoryLedger } from '@app/ledger/testing';
import { RecordedOutbox } from '@app/mail/testing';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { GivenRates } from '@app/rates/testing';
import type { DataSource } from 'typeorm';
import { BankAccountEntity } from '../beneficiaries/adapters/bank-account.entity';
import { BeneficiaryEntity } from '../beneficiaries/adapters/beneficiary.entity';
import { PostgresBankAccountsRepository } from '../beneficiaries/adapters/postgres-bank-accounts.repository';
import { PostgresBeneficiariesRepository } from '../beneficiaries/adapters/postgres-beneficiaries.repository';
import { BankAccountLog } from '../beneficiaries/application/bank-account-log';
import { BankAccounts } from '../beneficiaries/application/bank-accounts';
import { BankCipher } from '../beneficiaries/application/bank-cipher';
import { Beneficiaries } from '../beneficiaries/application/beneficiaries';
import { PayoutRouteEntity } from '../routes/adapters/payout-route.entity';
import { PostgresRoutesRepository } from '../routes/adapters/postgres-routes.repository';
import { Routes } from '../routes/application/routes';
import { TransferMinimums } from '../routes/application/transfer-minimums';
import { PostgresTermsRepository } from '../terms/adapters/postgres-terms.repository';
import { TermsAcceptanceEntity } from '../terms/adapters/terms-acceptance.entity';
import { TransferTerms } from '../terms/application/transfer-terms';

interface Options {
  environment?: 'sandbox' | 'production';
  transferMinimumUsd?: string;
}

/** An account, as far as the tables of this library need one. */
export async function givenAccount(source: DataSource): Promise<string> {
  const id = newId();
  await source.query(`INSERT INTO accounts (id, slug, name, country) VALUES ($1, $2, 'Café Río', 'AR')`, [
    id,
    id.replaceAll('-', ''),
  ]);
  return id;
}

/** The repositories of beneficiaries, bank accounts, routes and terms on a migrated database. */
export function destinationRepositories(source: DataSource) {
  const db = new PostgresDatabase(source);
  return {
    uow: new PostgresUnitOfWork(source),
    beneficiaries: new PostgresBeneficiariesRepository(source.getRepository(BeneficiaryEntity), db),
    accounts: new PostgresBankAccountsRepository(source.getRepository(BankAccountEntity), db),
    routes: new PostgresRoutesRepository(source.getRepository(PayoutRouteEntity), db),
    terms: new PostgresTermsRepository(source.getRepository(TermsAcceptanceEntity), db),
  };
}

/** The services of beneficiaries, routes and terms on a migrated database, and what a test inspects. */
export function postgresDestinations(
  source: DataSource,
  { environment = 'sandbox', transferMinimumUsd = '5' }: Options = {},
) {
  const { uow, ...stored } = destinationRepositories(source);
  const [audit, outbox, clock] = [new RecordedAuditLog(), new RecordedOutbox(), new StandingClock()];
  const changes = new SensitiveChanges(audit, outbox, clock);
  const responses = new RecordedResponses();
  const cipher = new BankCipher({ secretsKey: Buffer.alloc(32, 1) });
  const rates = new GivenRates(clock);
  const config = { environment, transferMinimumUsd: Money.of(transferMinimumUsd, 'USD') };
  const routes = new Routes(stored.routes, rates, audit, uow, config);

  /** Stores how many units of the currency one USD is worth. */
  const setRate = async (currency: string, value: string) => {
    rates.give('USD', currency, value);
    rates.invalidate();
  };

  return {
    audit,
    outbox,
    clock,
    responses,
    routes,
    setRate,
    beneficiaries: new Beneficiaries(stored.beneficiaries, cipher, audit, responses, uow, clock),
    bankAccounts: new BankAccounts(stored.accounts, cipher, new BankAccountLog(changes), responses, uow, clock),
    minimums: new TransferMinimums(routes, inMemoryLedger().ledger, config),
    terms: new TransferTerms(stored.terms, audit, uow, clock),
  };
}
