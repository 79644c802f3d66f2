import type { UnitOfWork } from '@app/kernel';
import { RecordedResponses, StandingClock } from '@app/kernel/testing';
import { postgresLedger } from '@app/ledger/testing';
import { RecordedOutbox } from '@app/mail/testing';
import { Metrics } from '@app/platform';
import type { DataSource } from 'typeorm';
import { PostgresAuditLog } from '../audit/adapters/postgres-audit.log';
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
import { postgresPanel } from './postgres-repositories';
import { RecordedAuditLog } from './recorded-audit-log';

export const PASSWORD = 'correct horse';
export const PUBLIC_URL = 'https://pay.example.com';

/** What stands in for time, mail, hashes and codes, and what a test inspects. */
function sharedDoubles(log: PostgresAuditLog) {
  const clock = new StandingClock();
  const outbox = new RecordedOutbox();
  const audit = new RecordedAuditLog(log);
  return {
    clock,
    responses: new RecordedResponses(),
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
  panel: ReturnType<typeof postgresPanel>,
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

/** The library's services on a migrated database, with fast hashes. */
export function postgresAccounts(source: DataSource) {
  const panel = postgresPanel(source);
  const { db, uow, accounts, users, keys, credentials, resets, factors, sessions: store } = panel;
  const { ledger } = postgresLedger(source);
  const doubles = sharedDoubles(new PostgresAuditLog(db));
  const { responses, clock, audit, hasher, passwords, changes, outbox } = doubles;
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
    const account = await givenAccount(panel, changes);
    const passwordHash = await passwords.hash(PASSWORD);
    const { id, email, permissions } = await givenUser(panel, account.id, { passwordHash });
    return { id, email, permissions, secondFactor: false, account };
  };

  /** Advances the clock and the time of everything that was stored. */
  const letPass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await panel.letPass(ms / 1_000);
  };

  return {
    ...panel,
    ...doubles,
    ledger,
    store,
    letPass,
    directory,
    service,
    issuer,
    givenPanelUser,
    ...signInParts,
    apiKeys: new ApiKeys(keys, users, directory, audit, uow, clock),
    keyCreation: new ApiKeyCreation(users, issuer, changes, responses, uow, clock),
    staffUsers: new StaffUserAdmin(users, newUsers, service, rules, changes, uow),
    recovery: new SignInRecovery(users, service, signInParts.lock, factors, changes, uow),
    accountUsers: new UserAdmin(users, rules, keyRights, changes, uow),
    invitations: new UserInvitations(users, newUsers, links, changes, responses, uow),
    provisioning: new AccountProvisioning(accounts, newUsers, issuer, ledger, audit, uow),
  };
}
