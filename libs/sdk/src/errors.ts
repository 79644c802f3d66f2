import { actionFor, type ErrorAction, type KnownCode } from './codes';

/**
 * Which of the service's two error bodies arrived, identified by its keys. `foreign` is a response that is not the
 * service's: of a proxy, a load balancer, another server.
 */
export type Envelope = 'ordinary' | 'layer' | 'foreign';

/** Details about a rejected request: lists of problems by field, or single values. */
export type ErrorDetails = Readonly<Record<string, string[] | string | number>>;

/** Codes whose `errors` have a shape of their own; a known code that is absent here has none. */
interface ErrorsByCode {
  VALIDATION_FAILED: Readonly<Record<string, string[]>> | undefined;
  PAYMENT_LINK_NOT_ACTIVE: { readonly status: string };
  CARD_PAYMENT_LINK_NOT_ACTIVE: { readonly status: string };
  PAYMENT_LINK_CANNOT_CANCEL: { readonly current_uses: number };
  INVALID_CURRENCY: { readonly error: string };
}

interface VerificationMeta {
  readonly verification?: 'kyc' | 'kyb';
  readonly status?: string;
}

interface MetaByCode {
  KYC_VERIFICATION_REQUIRED: VerificationMeta | undefined;
  KYB_VERIFICATION_REQUIRED: VerificationMeta | undefined;
  BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT:
    | {
        readonly amount?: string;
        readonly currency?: string;
        readonly amount_usd?: string;
        readonly minimum_usd?: string;
      }
    | undefined;
}

type Lookup<Table, Code> = Code extends keyof Table ? Table[Code] : undefined;

/** An error of one known code, as `isCode` narrows it. */
export type ErrorOf<Code extends KnownCode> = ServicePayError & {
  readonly code: Code;
  readonly errors: Lookup<ErrorsByCode, Code>;
  readonly meta: Lookup<MetaByCode, Code>;
};

/** The parts of a `ServicePayError`; in your tests, status and message are enough. */
export interface ServicePayErrorFields {
  status: number;
  message: string;
  code?: string | undefined;
  errors?: ErrorDetails | undefined;
  meta?: Readonly<Record<string, unknown>> | undefined;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  envelope?: Envelope | undefined;
  body?: unknown;
  action?: ErrorAction | undefined;
  idempotencyKey?: string | undefined;
  attempts?: number | undefined;
}

/**
 * The service, or a proxy in front of it, responded with an error. Decide on `code`, or on `status` when `code` is not a
 * known one; `message` is prose and may change.
 */
export class ServicePayError extends Error {
  /** Case matters. Undefined for a response that is not the service's. */
  readonly code: KnownCode | (string & {}) | undefined;
  readonly status: number;
  readonly errors: ErrorDetails | undefined;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** Whole seconds after which to try again, where the response says so. */
  readonly retryAfter: number | undefined;
  /** The id under which the service logged the request. */
  readonly requestId: string | undefined;
  readonly envelope: Envelope;
  /** The whole response: an object when it is the service's, otherwise the beginning of its text. For the log. */
  readonly body: unknown;
  /** The action from the service's table of errors; for an unknown code, the one that the status suggests. */
  readonly action: ErrorAction;
  /** Sent with the request. Repeat a creation with the same one. */
  readonly idempotencyKey: string | undefined;
  /** How many requests were sent, retries included. */
  readonly attempts: number;

  static {
    this.prototype.name = 'ServicePayError';
  }

  constructor(fields: ServicePayErrorFields) {
    super(fields.message);
    this.code = fields.code;
    this.status = fields.status;
    this.errors = fields.errors;
    this.meta = fields.meta;
    this.retryAfter = fields.retryAfter;
    this.requestId = fields.requestId;
    this.envelope = fields.envelope ?? (fields.code === undefined ? 'foreign' : 'ordinary');
    this.body = fields.body;
    this.action = fields.action ?? actionFor(fields.code, fields.status);
    this.idempotencyKey = fields.idempotencyKey;
    this.attempts = fields.attempts ?? 1;
  }

  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

export interface ServicePayConnectionErrorFields {
  reason: 'timeout' | 'network';
  message: string;
  code?: string | undefined;
  requestId?: string | undefined;
  idempotencyKey?: string | undefined;
  attempts?: number | undefined;
}

/**
 * No whole response came: the connection failed, or the time was up. Whether the request was carried out is unknown;
 * repeat a creation with the same `idempotencyKey`.
 */
export class ServicePayConnectionError extends Error {
  readonly reason: 'timeout' | 'network';
  /** The system's code of a network failure, such as `ECONNREFUSED`, where there is one. */
  readonly code: string | undefined;
  /** The id that was sent with the request, if one was. */
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** How many requests were sent, retries included. */
  readonly attempts: number;

  static {
    this.prototype.name = 'ServicePayConnectionError';
  }

  constructor(fields: ServicePayConnectionErrorFields) {
    super(fields.message);
    this.reason = fields.reason;
    this.code = fields.code;
    this.requestId = fields.requestId;
    this.idempotencyKey = fields.idempotencyKey;
    this.attempts = fields.attempts ?? 1;
  }

  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/**
 * Whether this is the service's error of that code, with `errors` and `meta` of its shape. False also for an error of
 * that code that lacks the details which the code promises: treat it like an unknown code.
 */
export function isCode<Code extends KnownCode>(error: unknown, code: Code): error is ErrorOf<Code> {
  return error instanceof ServicePayError && error.code === code && (PROMISES[code]?.(error.errors) ?? true);
}

const PROMISES: { readonly [Code in KnownCode]?: (errors: ErrorDetails | undefined) => boolean } = {
  PAYMENT_LINK_NOT_ACTIVE: (errors) => typeof errors?.['status'] === 'string',
  CARD_PAYMENT_LINK_NOT_ACTIVE: (errors) => typeof errors?.['status'] === 'string',
  PAYMENT_LINK_CANNOT_CANCEL: (errors) => typeof errors?.['current_uses'] === 'number',
  INVALID_CURRENCY: (errors) => typeof errors?.['error'] === 'string',
};
