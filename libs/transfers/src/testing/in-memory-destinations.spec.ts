import { newId } from '@app/kernel';
import { NoUnitOfWork } from '@app/kernel/testing';
import { bankAccountsRepositoryContract, beneficiariesRepositoryContract } from './destination-repositories.contract';
import {
  InMemoryBankAccountsRepository,
  InMemoryBeneficiariesRepository,
  InMemoryRoutesRepository,
  InMemoryTermsRepository,
} from './in-memory-destinations';
import { routesRepositoryContract, termsRepositoryContract } from './route-and-terms-repositories.contract';

const subject = {
  uow: new NoUnitOfWork(),
  owners: [newId(), newId()] as const,
  beneficiaries: new InMemoryBeneficiariesRepository(),
  accounts: new InMemoryBankAccountsRepository(),
  routes: new InMemoryRoutesRepository(),
  terms: new InMemoryTermsRepository(),
};

describe('InMemoryBeneficiariesRepository', () => beneficiariesRepositoryContract(() => subject));
describe('InMemoryBankAccountsRepository', () => bankAccountsRepositoryContract(() => subject));
describe('InMemoryRoutesRepository', () => routesRepositoryContract(() => subject));
describe('InMemoryTermsRepository', () => termsRepositoryContract(() => subject));
