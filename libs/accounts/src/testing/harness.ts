import type { Clock, UnitOfWork } from '@app/kernel';
import { RecordedAnswers, StandingClock } from '@app/kernel/testing';
import { inMemoryLedger } from '@app/ledger/testing';
import { RecordedOutbox } from '@app/mail/testing';
import { Metrics } from '@app/platform';
import { ApiKeyVerifier } from '../keys/application/api-key-verifier';
import { SensitiveChanges } from '../users/application/sensitive-changes';
import { NewUsers } from '../users/application/new-users';
import { PasswordLinks } from '../users/application/password-links';
import { PasswordReset } from '../users/application/password-reset';
import { ApiKeyIssuer } from '../keys/application/api-key-issuer';
import { ApiKeyCreation } from '../keys/application/api-key-creation';
import { CredentialCheck } from '../sign-in/application/credential-check';
import { FactorCodes } from '../sign-in/application/factor-codes';
import { PanelSessions } from '../sign-in/application/panel-sessions';
import { SignInFailures } from '../sign-in/application/sign-in-failures';
import { SignInRecovery } from '../sign-in/application/sign-in-recovery';
import { AccountProvisioning } from '../accounts/application/account-provisioning';
import { UserAdmin } from '../users/application/user-admin';
import { Accounts } from '../accounts/application/accounts';
import { ApiKeys } from '../keys/application/api-keys';
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
  const audit = new InMemoryAuditLog();
  return {
    clock,
    answers: new RecordedAnswers(),
    audit,
    hasher: new FakeKeyHasher(),
    passwords: new FakePasswordHasher(),
    codes: new FakeTimeCodes(clock),
    outbox,
    changes: new SensitiveChanges(audit, outbox, clock),
    metrics: new Metrics('test', false),
  };
}

/** The services of signing in. */
function signInServices(
  panel: ReturnType<typeof inMemoryPanel>,
  doubles: ReturnType<typeof sharedDoubles>,
  rules: PasswordRules,
  links: PasswordLinks,
  uow: UnitOfWork,
) {
  const { sessions: store, attempts, devices, factors, resets, userPasswords } = panel;
  const { codes, hasher, passwords, changes, audit, metrics } = doubles;
  const browsers = new KnownBrowsers(devices, hasher);
  const lock = new SignInLock(attempts, changes, uow);
  const cipher = new FactorCipher({ secretsKey: Buffer.alloc(32, 1) });
  const factorCodes = new FactorCodes(factors, codes, cipher, hasher, uow);
  const credentials = new CredentialCheck(userPasswords, passwords, factorCodes);
  const sessions = new PanelSessions(store, hasher, browsers, audit, uow);
  const failures = new SignInFailures(audit, uow, metrics);
  return {
    lock,
    factorCodes,
    sessions,
    secondFactors: new SecondFactors(factors, factorCodes, credentials, lock, changes, uow),
    signIns: new SignIn(lock, credentials, sessions, browsers, failures, uow),
    confirmation: new SessionConfirmation(credentials, lock, store, uow),
    userSessions: new SessionList(panel.userSessions, audit, uow),
    passwordChange: new PasswordChange(userPasswords, rules, credentials, lock, changes, uow),
    passwordReset: new PasswordReset(links, userPasswords, rules, lock, changes, uow),
    retention: new SignInRetention(store, attempts, devices, resets, uow),
  };
}

/** The library's services without a database, and what a test inspects. */
export function inMemoryAccounts() {
  const { uow, ledger } = inMemoryLedger();
  const repositories = { ...inMemoryRepositories(), uow };
  const { accounts, users, keys, credentials } = repositories;
  const doubles = sharedDoubles();
  const { answers, clock, audit, hasher, passwords, changes, outbox } = doubles;
  const panel = inMemoryPanel(repositories, clock);
  const { attempts, factors, resets, sessions: store, userPasswords } = panel;
  const directory = new ApiKeyVerifier(credentials, hasher, audit, uow, clock);
  const service = new Accounts(accounts, ledger, audit, uow);
  const rules = new PasswordRules(passwords, new OneCommonPassword());
  const newUsers = new NewUsers(users, rules);
  const links = new PasswordLinks({ publicUrl: PUBLIC_URL }, resets, hasher, outbox);
  const issuer = new ApiKeyIssuer(keys, hasher);
  const keyRights = new ApiKeyRights(keys, directory, audit, outbox);
  const signInParts = signInServices(panel, doubles, rules, links, uow);

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
    issuer,
    givenPanelUser,
    ...signInParts,
    userPasswords,
    apiKeys: new ApiKeys(keys, users, directory, audit, uow, clock),
    keyCreation: new ApiKeyCreation(users, issuer, changes, answers, uow, clock),
    staffUsers: new StaffUserAdmin(users, newUsers, service, rules, changes, uow),
    recovery: new SignInRecovery(users, service, signInParts.lock, factors, changes, uow),
    accountUsers: new UserAdmin(users, rules, keyRights, changes, uow),
    invitations: new UserInvitations(users, newUsers, links, changes, answers, uow),
    provisioning: new AccountProvisioning(accounts, newUsers, issuer, ledger, audit, uow),
  };
}
