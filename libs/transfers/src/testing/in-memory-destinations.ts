import type { Tx } from '@app/kernel';
import { BankAccountsRepository, BeneficiariesRepository, type Encrypted } from '../beneficiaries/application/ports';
import type { BankAccount } from '../beneficiaries/domain/bank-account';
import type { Beneficiary } from '../beneficiaries/domain/beneficiary';
import { RoutesRepository } from '../routes/application/ports';
import { isSameRoute, type RouteKey, type StoredRoute } from '../routes/domain/route';
import { TermsRepository } from '../terms/application/ports';
import type { TermsAcceptance } from '../terms/domain/terms';

interface Owned {
  readonly id: string;
  readonly accountId: string;
}

/** Keeps records in a map; a rolled-back transaction is not undone. */
class Records<T extends Owned> {
  private readonly records = new Map<string, Encrypted<T>>();

  put(value: T, encrypted: Buffer | undefined): void {
    const kept = encrypted ?? this.records.get(value.id)?.encrypted;
    if (!kept) throw new Error('a record has no bank fields');
    this.records.set(value.id, { value, encrypted: kept });
  }

  find(accountId: string, id: string): Encrypted<T> | undefined {
    const found = this.records.get(id);
    return found?.value.accountId === accountId ? found : undefined;
  }

  list(accountId: string, limit: number, olderThan?: string): T[] {
    return [...this.records.values()]
      .map(({ value }) => value)
      .filter((value) => value.accountId === accountId && (olderThan === undefined || value.id < olderThan))
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit);
  }

  remove(id: string): void {
    this.records.delete(id);
  }
}

export class InMemoryBeneficiariesRepository extends BeneficiariesRepository {
  private readonly records = new Records<Beneficiary>();

  async insert(_tx: Tx, beneficiary: Beneficiary, encrypted: Buffer): Promise<void> {
    this.records.put(beneficiary, encrypted);
  }

  async find(accountId: string, id: string): Promise<Beneficiary | undefined> {
    return this.records.find(accountId, id)?.value;
  }

  async findEncrypted(accountId: string, id: string): Promise<Encrypted<Beneficiary> | undefined> {
    return this.records.find(accountId, id);
  }

  async list(...page: Parameters<BeneficiariesRepository['list']>): Promise<Beneficiary[]> {
    return this.records.list(...page);
  }

  async lock(_tx: Tx, accountId: string, id: string): Promise<Beneficiary | undefined> {
    return this.find(accountId, id);
  }

  async update(_tx: Tx, beneficiary: Beneficiary, encrypted?: Buffer): Promise<void> {
    const before = this.records.find(beneficiary.accountId, beneficiary.id)?.value;
    if (before) this.records.put({ ...beneficiary, createdAt: before.createdAt }, encrypted);
  }
}

export class InMemoryBankAccountsRepository extends BankAccountsRepository {
  private readonly records = new Records<BankAccount>();

  async insert(_tx: Tx, account: BankAccount, encrypted: Buffer): Promise<void> {
    this.records.put(account, encrypted);
  }

  async findEncrypted(accountId: string, id: string): Promise<Encrypted<BankAccount> | undefined> {
    return this.records.find(accountId, id);
  }

  async list(...page: Parameters<BankAccountsRepository['list']>): Promise<BankAccount[]> {
    return this.records.list(...page);
  }

  async remove(_tx: Tx, accountId: string, id: string): Promise<BankAccount | undefined> {
    const found = this.records.find(accountId, id)?.value;
    if (found) this.records.remove(id);
    return found;
  }
}

export class InMemoryRoutesRepository extends RoutesRepository {
  private routes: StoredRoute[] = [];

  async find(key: RouteKey): Promise<StoredRoute | undefined> {
    return this.routes.find((route) => isSameRoute(route, key));
  }

  async all(): Promise<StoredRoute[]> {
    const nameOf = ({ origin, country, currency }: RouteKey) => `${origin}/${country}/${currency}`;
    return [...this.routes].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  }

  async put(_tx: Tx, route: StoredRoute): Promise<void> {
    this.routes = [...this.routes.filter((each) => !isSameRoute(each, route)), route];
  }
}

export class InMemoryTermsRepository extends TermsRepository {
  private readonly acceptances = new Map<string, TermsAcceptance>();

  async find(accountId: string): Promise<TermsAcceptance | undefined> {
    return this.acceptances.get(accountId);
  }

  async insert(_tx: Tx, acceptance: TermsAcceptance): Promise<boolean> {
    if (this.acceptances.has(acceptance.accountId)) return false;
    this.acceptances.set(acceptance.accountId, acceptance);
    return true;
  }
}
