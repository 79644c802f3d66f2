import { SensitiveChanges } from '@app/accounts';
import { RecordedAuditLog } from '@app/accounts/testing';
import { Money } from '@app/kernel';
import { NoUnitOfWork, RecordedAnswers, StandingClock } from '@app/kernel/testing';
import { inMemoryLedger } from '@app/ledger/testing';
import { RecordedOutbox } from '@app/mail/testing';
import { GivenRates } from '@app/rates/testing';
import { BankAccountLog } from '../beneficiaries/application/bank-account-log';
import { BankAccounts } from '../beneficiaries/application/bank-accounts';
import { BankCipher } from '../beneficiaries/application/bank-cipher';
import { Beneficiaries } from '../beneficiaries/application/beneficiaries';
import { Routes } from '../routes/application/routes';
import { TransferMinimums } from '../routes/application/transfer-minimums';
import { TransferTerms } from '../terms/application/transfer-terms';
import {
  InMemoryBankAccountsRepository,
  InMemoryBeneficiariesRepository,
  InMemoryRoutesRepository,
  InMemoryTermsRepository,
} from './in-memory-destinations';

interface Options {
  environment?: 'sandbox' | 'production';
  transferMinimumUsd?: string;
}

/** The services of beneficiaries, routes and terms without a database, and what a test inspects. */
export function inMemoryDestinations({ environment = 'sandbox', transferMinimumUsd = '5' }: Options = {}) {
  const [audit, outbox, uow, clock] = [
    new RecordedAuditLog(),
    new RecordedOutbox(),
    new NoUnitOfWork(),
    new StandingClock(),
  ];
  const changes = new SensitiveChanges(audit, outbox, clock);
  const answers = new RecordedAnswers();
  const cipher = new BankCipher({ secretsKey: Buffer.alloc(32, 1) });
  const stored = new InMemoryBeneficiariesRepository();
  const rates = new GivenRates(clock);
  const config = { environment, transferMinimumUsd: Money.of(transferMinimumUsd, 'USD') };
  const routes = new Routes(new InMemoryRoutesRepository(), rates, audit, uow, config);

  /** Stores how many units of the currency one USD is worth. */
  const setRate = async (currency: string, value: string) => {
    rates.give('USD', currency, value);
    rates.invalidate();
  };

  return {
    audit,
    outbox,
    uow,
    clock,
    answers,
    cipher,
    stored,
    routes,
    setRate,
    beneficiaries: new Beneficiaries(stored, cipher, audit, answers, uow, clock),
    bankAccounts: new BankAccounts(
      new InMemoryBankAccountsRepository(),
      cipher,
      new BankAccountLog(changes),
      answers,
      uow,
      clock,
    ),
    minimums: new TransferMinimums(routes, inMemoryLedger().ledger, config),
    terms: new TransferTerms(new InMemoryTermsRepository(), audit, uow, clock),
  };
}
