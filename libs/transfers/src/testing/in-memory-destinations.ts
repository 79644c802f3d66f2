import type { Tx } from '@app/kernel';
import { BankAccountsRepository, BeneficiariesRepository, type Sealed } from '../beneficiaries/application/ports';
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
  private readonly records = new Map<string, Sealed<T>>();

  put(value: T, sealed: Buffer | undefined): void {
    const kept = sealed ?? this.records.get(value.id)?.sealed;
    if (!kept) throw new Error('a record has no bank fields');
    this.records.set(value.id, { value, sealed: kept });
  }

  find(accountId: string, id: string): Sealed<T> | undefined {
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

  async insert(_tx: Tx, beneficiary: Beneficiary, sealed: Buffer): Promise<void> {
    this.records.put(beneficiary, sealed);
  }

  async find(accountId: string, id: string): Promise<Beneficiary | undefined> {
    return this.records.find(accountId, id)?.value;
  }

  async findSealed(accountId: string, id: string): Promise<Sealed<Beneficiary> | undefined> {
    return this.records.find(accountId, id);
  }

  async list(...page: Parameters<BeneficiariesRepository['list']>): Promise<Beneficiary[]> {
    return this.records.list(...page);
  }

  async lock(_tx: Tx, accountId: string, id: string): Promise<Beneficiary | undefined> {
    return this.find(accountId, id);
  }

  async update(_tx: Tx, beneficiary: Beneficiary, sealed?: Buffer): Promise<void> {
    const before = this.records.find(beneficiary.accountId, beneficiary.id)?.value;
    if (before) this.records.put({ ...beneficiary, createdAt: before.createdAt }, sealed);
  }
}

export class InMemoryBankAccountsRepository extends BankAccountsRepository {
  private readonly records = new Records<BankAccount>();

  async insert(_tx: Tx, account: BankAccount, sealed: Buffer): Promise<void> {
    this.records.put(account, sealed);
  }

  async findSealed(accountId: string, id: string): Promise<Sealed<BankAccount> | undefined> {
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
