import { AnonymousLimitGuard } from '../access/anonymous-limit';
import { ApiKeyGuard } from '../access/api-key.guard';
import { IpLimitGuard } from '../access/ip-limit.guard';
import { KeyLimitGuard } from '../access/key-limit.guard';
import { KeyRecordGuard } from '../access/key-record.guard';
import { KeyUserGuard } from '../access/key-user.guard';
import { OriginGuard } from '../access/origin.guard';
import { OptionalPanelLimitGuard, OptionalSessionGuard } from '../access/optional-session.guard';
import { PanelLimitGuard } from '../access/panel-limit.guard';
import { PanelSessionGuard } from '../access/panel-session.guard';
import { SignInLimitGuard } from '../access/sign-in-limit.guard';
import type { ErrorCode } from './error-catalogue';

/** The credential of a caller. */
export type Credential = 'api-key' | 'session' | 'optional-session' | 'none';

/** What the guards of an operation say about its callers. */
export interface GuardFacts {
  credential: Credential;
  codes: readonly ErrorCode[];
  /** The code of a missing permission. */
  lacking?: ErrorCode;
}

/** The guards that decide who may call, and others that may reject a call. */
const GUARDS: ReadonlyMap<unknown, Partial<GuardFacts>> = new Map<unknown, Partial<GuardFacts>>([
  [IpLimitGuard, { codes: ['RATE_LIMIT_EXCEEDED'] }],
  [
    ApiKeyGuard,
    {
      credential: 'api-key',
      codes: ['missing_api_key', 'invalid_key_format', 'invalid_tenant', 'tenant_init_failed', 'invalid_api_key'],
      lacking: 'insufficient_scope',
    },
  ],
  [OriginGuard, { codes: ['ORIGIN_NOT_ALLOWED'] }],
  [KeyLimitGuard, { codes: ['rate_limit_exceeded'] }],
  [KeyRecordGuard, { codes: ['INVALID_API_KEY'] }],
  [KeyUserGuard, { codes: ['USER_NOT_FOUND'] }],
  [PanelSessionGuard, { credential: 'session', codes: ['UNAUTHENTICATED'], lacking: 'PERMISSION_DENIED' }],
  [OptionalSessionGuard, { credential: 'optional-session', codes: ['RATE_LIMIT_EXCEEDED'] }],
  [PanelLimitGuard, { codes: ['RATE_LIMIT_EXCEEDED'] }],
  [OptionalPanelLimitGuard, { codes: ['RATE_LIMIT_EXCEEDED'] }],
  [AnonymousLimitGuard, { credential: 'none', codes: ['RATE_LIMIT_EXCEEDED'] }],
  [SignInLimitGuard, { credential: 'none', codes: ['RATE_LIMIT_EXCEEDED'] }],
]);

/** What the guards of an operation say together; undefined when none of them decides who may call. */
export function guardFactsOf(guards: readonly unknown[]): GuardFacts | undefined {
  const facts = guards.flatMap((guard) => GUARDS.get(guard) ?? []);
  const { credential, lacking } = facts.find((each) => each.credential !== undefined) ?? {};
  return credential && { credential, lacking, codes: facts.flatMap(({ codes = [] }) => codes) };
}
