import type { Clock, UnitOfWork } from '@app/kernel';
import { RecordedAnswers, StandingClock } from '@app/kernel/testing';
import { inMemoryLedger } from '@app/ledger/testing';
import { RecordedOutbox } from '@app/mail/testing';
import { Metrics } from '@app/platform';
import { ApiKeyVerifier } from '../keys/application/api-key-verifier';
import { AccountNotices } from '../users/application/account-notices';
import { AccountProvisioning } from '../accounts/application/account-provisioning';
import { UserAdmin } from '../users/application/user-admin';
import { Accounts } from '../accounts/application/accounts';
import { ApiKeys } from '../keys/application/api-keys';
import { CurrentPassword } from '../users/application/current-password';
import { ApiKeyRights } from '../keys/application/api-key-rights';
import { FactorCipher } from '../sign-in/application/factor-cipher';
import { KnownBrowsers } from '../sign-in/application/known-browsers';
import { PasswordRules } from '../users/application/password-rules';
import { PasswordChange } from '../users/application/password-change';
import { SignIn } from '../sign-in/application/sign-in';
import { StaffUserAdmin } from '../users/application/staff-user-admin';
import { SecondFactors } from '../sign-in/application/second-factors';
import { SessionConfirmation } from '../sign-in/application/session-confirmation';
import { SignInLock } from '../sign-in/application/sign-in-lock';
import { SignInRetention } from '../sign-in/application/sign-in-retention';
import { UserInvitations } from '../users/application/user-invitations';
import { SessionList } from '../sign-in/application/session-list';
import type { Account } from '../accounts/domain/account';
import type { PanelUser } from '../users/domain/panel-user';
import { givenAccount, givenUser } from './factories';
import { FakeKeyHasher, FakePasswordHasher, OneCommonPassword } from './fake-hashers';
import { FakeTimeCodes } from './fake-time.codes';
import { InMemoryAccountsRepository } from './in-memory-accounts.repository';
import { InMemoryApiKeysRepository } from './in-memory-api-keys.repository';
import { InMemoryAuditLog } from './in-memory-audit-log';
import { InMemoryApiKeyCredentialsRepository } from './in-memory-api-key-credentials.repository';
import { InMemorySessionsRepository } from './in-memory-sessions.repository';
import { InMemoryPasswordResetsRepository } from './in-memory-password-resets.repository';
import { InMemoryPeople } from './in-memory-people';
import { InMemorySecondFactorsRepository } from './in-memory-second-factors.repository';
import { InMemorySignInDevices } from './in-memory-sign-in-devices';
import { InMemorySignInAttempts } from './in-memory-sign-in-attempts';
import { InMemoryUserPasswords, InMemorySessionListRepository } from './in-memory-session-list.repository';
import { InMemoryUsersRepository } from './in-memory-users.repository';

export const PASSWORD = 'correct horse';
export const PUBLIC_URL = 'https://pay.example.com';

/** Repositories over the same maps. */
export function inMemoryRepositories() {
  const accounts = new InMemoryAccountsRepository();
  const users = new InMemoryUsersRepository();
  const keys = new InMemoryApiKeysRepository(users);
  return { accounts, users, keys, credentials: new InMemoryApiKeyCredentialsRepository(accounts, users, keys) };
}

/** What signing in needs, over the maps of those repositories. */
export function inMemoryPanel({ accounts, users }: ReturnType<typeof inMemoryRepositories>, clock: Clock) {
  const factors = new InMemorySecondFactorsRepository();
  const people = new InMemoryPeople(accounts, users, factors);
  const sessions = new InMemorySessionsRepository(people, clock);
  const resets = new InMemoryPasswordResetsRepository(people, clock);
  const userPasswords = new InMemoryUserPasswords(people, sessions, resets);
  const userSessions = new InMemorySessionListRepository(sessions);
  const devices = new InMemorySignInDevices(people, clock);
  const attempts = new InMemorySignInAttempts(clock);
  return { factors, sessions, resets, userPasswords, userSessions, devices, attempts };
}

/** What is the same for all services. */
function sharedDoubles() {
  const clock = new StandingClock();
  const outbox = new RecordedOutbox();
  return {
    clock,
    answers: new RecordedAnswers(),
    audit: new InMemoryAuditLog(),
    hasher: new FakeKeyHasher(),
    passwords: new FakePasswordHasher(),
    codes: new FakeTimeCodes(clock),
    outbox,
    notices: new AccountNotices(outbox, clock),
    metrics: new Metrics('test', false),
  };
}

/** The services of signing in. */
function signInServices(
  panel: ReturnType<typeof inMemoryPanel>,
  doubles: ReturnType<typeof sharedDoubles>,
  newPasswords: PasswordRules,
  uow: UnitOfWork,
) {
  const { sessions: store, attempts, devices, factors, resets, userPasswords } = panel;
  const browsers = new KnownBrowsers(devices, doubles.hasher);
  const { codes, hasher, passwords, outbox, notices, audit, metrics } = doubles;
  const lock = new SignInLock(attempts, notices, audit, uow);
  const cipher = new FactorCipher({ secretsKey: Buffer.alloc(32, 1) });
  const current = new CurrentPassword(store, passwords);
  const secondFactors = new SecondFactors(factors, codes, cipher, hasher, current, lock, notices, audit, uow);
  const forgotten = { publicUrl: PUBLIC_URL };
  return {
    secondFactors,
    sessions: new SignIn(...([store, lock, secondFactors, passwords, hasher, browsers, audit, uow, metrics] as const)),
    confirmation: new SessionConfirmation(current, secondFactors, lock, store, uow),
    userSessions: new SessionList(panel.userSessions, audit, uow),
    ownPasswords: new PasswordChange(
      ...([
        forgotten,
        store,
        resets,
        userPasswords,
        newPasswords,
        current,
        hasher,
        lock,
        outbox,
        notices,
        audit,
        uow,
      ] as const),
    ),
    retention: new SignInRetention(store, attempts, devices, resets, uow),
  };
}

/** The library's services without a database, and what a test inspects. */
export function inMemoryAccounts() {
  const { uow, ledger } = inMemoryLedger();
  const repositories = { ...inMemoryRepositories(), uow };
  const { accounts, users, keys, credentials } = repositories;
  const doubles = sharedDoubles();
  const { answers, clock, audit, hasher, passwords, notices, outbox } = doubles;
  const panel = inMemoryPanel(repositories, clock);
  const { attempts, factors, resets, sessions: store } = panel;
  const directory = new ApiKeyVerifier(credentials, hasher, audit, uow, clock);
  const service = new Accounts(accounts, ledger, audit, uow);
  const newPasswords = new PasswordRules(passwords, new OneCommonPassword());
  const panelUsers = new StaffUserAdmin(users, service, newPasswords, attempts, factors, notices, audit, uow);
  const apiKeys = new ApiKeys(keys, users, hasher, directory, notices, audit, answers, uow, clock);
  const keyRights = new ApiKeyRights(keys, directory, audit, outbox);

  /** A user with all permissions, of a new account. */
  const givenPanelUser = async (changes: Partial<Account> = {}): Promise<PanelUser> => {
    const account = await givenAccount(repositories, changes);
    const passwordHash = await passwords.hash(PASSWORD);
    const { id, email, permissions } = await givenUser(repositories, account.id, { passwordHash });
    return { id, email, permissions, secondFactor: false, account };
  };

  return {
    ...repositories,
    ...doubles,
    ledger,
    store,
    attempts,
    factors,
    resets,
    directory,
    service,
    panelUsers,
    apiKeys,
    givenPanelUser,
    ...signInServices(panel, doubles, newPasswords, uow),
    accountUsers: new UserAdmin(users, newPasswords, keyRights, audit, notices, uow),
    invitations: new UserInvitations(
      ...([
        { publicUrl: PUBLIC_URL },
        users,
        panelUsers,
        resets,
        hasher,
        outbox,
        notices,
        audit,
        answers,
        uow,
      ] as const),
    ),
    provisioning: new AccountProvisioning(accounts, panelUsers, apiKeys, ledger, audit, uow),
  };
}
