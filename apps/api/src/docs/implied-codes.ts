import { ApiKeyGuard } from '../gateway/api-key.guard';
import { IpLimitGuard } from '../gateway/ip-limit.guard';
import { KeyLimitGuard } from '../gateway/key-limit.guard';
import { KeyRecordGuard } from '../gateway/key-record.guard';
import { KeyUserGuard } from '../gateway/key-user.guard';
import { OriginGuard } from '../gateway/origin.guard';
import { PanelSessionGuard } from '../gateway/panel-session.guard';
import { SignInLimitGuard } from '../gateway/sign-in-limit.guard';
import { ERROR_CATALOGUE, type ErrorCode } from './error-catalogue';

/** What a caller identifies itself with. */
export type Credential = 'api-key' | 'session' | 'none';

interface GuardFacts {
  credential: Credential;
  codes: readonly ErrorCode[];
  /** The code of a missing permission. */
  lacking?: ErrorCode;
}

/** The guards that decide who may call, and those that may refuse a call besides. */
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
  [SignInLimitGuard, { credential: 'none', codes: ['RATE_LIMIT_EXCEEDED'] }],
]);

/** What is known of an operation's route. */
export interface RouteFacts {
  guards: readonly unknown[];
  permissions: readonly string[];
  takesId: boolean;
  takesBody: boolean;
  takesQuery: boolean;
  takesIdempotencyKey: boolean;
  /** Failures of our own have a code that the operation names itself. */
  namesOwnFailures: boolean;
}

/** What the guards of an operation say together; undefined when none of them decides who may call. */
export function guardFactsOf(guards: readonly unknown[]): GuardFacts | undefined {
  const facts = guards.flatMap((guard) => GUARDS.get(guard) ?? []);
  const { credential, lacking } = facts.find((each) => each.credential !== undefined) ?? {};
  return credential && { credential, lacking, codes: facts.flatMap(({ codes = [] }) => codes) };
}

/** Every code that the operation can be answered with, in the catalogue's order of statuses. */
export function codesOf(route: RouteFacts, stated: readonly ErrorCode[]): ErrorCode[] {
  const guard = guardFactsOf(route.guards);
  const when = (holds: boolean, ...codes: readonly ErrorCode[]) => (holds ? codes : []);
  const codes = new Set<ErrorCode>([
    ...(guard?.codes ?? []),
    ...(guard?.lacking && route.permissions.length > 0 ? [guard.lacking] : []),
    ...when(route.takesId, 'RESOURCE_NOT_FOUND'),
    ...when(route.takesBody, 'PAYLOAD_TOO_LARGE'),
    ...when(route.takesBody || route.takesQuery, 'VALIDATION_FAILED'),
    ...when(route.takesIdempotencyKey, 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'),
    ...when(!route.namesOwnFailures, 'SYSTEM_DATABASE_ERROR'),
    ...stated,
  ]);
  return (Object.keys(ERROR_CATALOGUE) as ErrorCode[])
    .filter((code) => codes.has(code))
    .sort((a, b) => ERROR_CATALOGUE[a].status - ERROR_CATALOGUE[b].status);
}
