/** A response of the API that is not a success, or the lack of any response. */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 when the API was not reached. */
    readonly status: number,
    /** The contract's code, or `UNREACHABLE`. */
    readonly code: string,
    message: string,
    /** The id under which support staff find the request in the logs. */
    readonly requestId: string | null = null,
    /** The rejected fields, each with the reasons. */
    readonly errors: Readonly<Record<string, readonly string[]>> = {},
    readonly meta: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  static async from(response: Response): Promise<ApiError> {
    const requestId = response.headers.get('X-Request-Id');
    const body = (await response
      .clone()
      .json()
      .catch(() => ({}))) as {
      code?: string;
      message?: string;
      error?: string;
      errors?: Record<string, string[]>;
      meta?: Record<string, unknown>;
      retry_after?: number;
    };
    const { code = 'UNKNOWN', message = body.error ?? '', errors, retry_after } = body;
    const meta = { ...(retry_after !== undefined && { retry_after }), ...body.meta };
    return new ApiError(response.status, code, message, requestId, fieldErrors(errors), meta);
  }

  /** The same error under a code of the panel, which knows more about the request than the code of the API says. */
  as(code: string): ApiError {
    return new ApiError(this.status, code, this.message, this.requestId, this.errors, this.meta);
  }

  /** The network failed, or the API is down. A write may or may not have happened. */
  static unreachable(cause: unknown): ApiError {
    return new ApiError(0, 'UNREACHABLE', cause instanceof Error ? cause.message : String(cause));
  }

  /** The seconds after which the API accepts the request again, if the response has them. */
  get retryAfter(): number | undefined {
    const { retry_after: seconds } = this.meta;
    return typeof seconds === 'number' && seconds > 0 ? seconds : undefined;
  }

  /** The permissions of which one is required, as `PERMISSION_DENIED` names them. */
  get missingPermissions(): readonly string[] {
    const named = this.code === 'PERMISSION_DENIED' && /needs the permission (.+)\.$/.exec(this.message)?.[1];
    return named ? named.split(' or ') : [];
  }

  /** Whether the same request may succeed later without a change. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Some codes have `errors` of another shape, such as a status; only lists of texts are about fields. */
function fieldErrors(errors: unknown): Record<string, string[]> {
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
  );
}
