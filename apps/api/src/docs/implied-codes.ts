import { GatewayGuard } from '../gateway/gateway.guard';
import { PanelGuard } from '../gateway/panel.guard';
import { SignInGuard } from '../gateway/sign-in.guard';
import { ERROR_CATALOGUE, type ErrorCode } from './error-catalogue';

/** What a caller identifies itself with. */
export type Credential = 'api-key' | 'session' | 'none';

interface GuardFacts {
  credential: Credential;
  codes: readonly ErrorCode[];
  /** What a missing permission is answered with. */
  lacking?: ErrorCode;
}

/** What a request meets at the guards that stand in front of the two APIs. */
const GUARDS: ReadonlyMap<unknown, GuardFacts> = new Map<unknown, GuardFacts>([
  [
    GatewayGuard,
    {
      credential: 'api-key',
      codes: [
        'RATE_LIMIT_EXCEEDED',
        'missing_api_key',
        'invalid_key_format',
        'invalid_tenant',
        'tenant_init_failed',
        'invalid_api_key',
        'ORIGIN_NOT_ALLOWED',
        'rate_limit_exceeded',
      ],
      lacking: 'insufficient_scope',
    },
  ],
  [PanelGuard, { credential: 'session', codes: ['UNAUTHENTICATED'], lacking: 'PERMISSION_DENIED' }],
  [SignInGuard, { credential: 'none', codes: ['RATE_LIMIT_EXCEEDED'] }],
]);

/** Operations on links act for the user behind the key, so the key's record has to name one who exists. */
const ON_BEHALF_OF_A_USER = /^(card_)?payment_links:/;

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

/** The guard that decides who may call; undefined when none of those guards is there. */
export function guardFactsOf(guards: readonly unknown[]): GuardFacts | undefined {
  return guards.map((guard) => GUARDS.get(guard)).find((facts) => facts !== undefined);
}

/** Every code that the operation can be answered with, in the catalogue's order of statuses. */
export function codesOf(route: RouteFacts, stated: readonly ErrorCode[]): ErrorCode[] {
  const guard = guardFactsOf(route.guards);
  const when = (holds: boolean, ...codes: readonly ErrorCode[]) => (holds ? codes : []);
  const codes = new Set<ErrorCode>([
    ...(guard?.codes ?? []),
    ...(guard?.lacking && route.permissions.length > 0 ? [guard.lacking] : []),
    ...when(
      route.permissions.some((name) => ON_BEHALF_OF_A_USER.test(name)),
      'INVALID_API_KEY',
      'USER_NOT_FOUND',
    ),
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
