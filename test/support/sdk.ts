import { ServicePay, ServicePayError, type ServicePayOptions } from '@app/sdk';

/** One answer of a server; text is sent unchanged, anything else as JSON. */
export interface CannedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the SDK that gets these answers in turn, and the last one repeatedly. */
export class AnsweredClient {
  /** The number of its requests. */
  requests = 0;
  /** Its delays before each repeated request, in milliseconds. */
  readonly waits: number[] = [];
  readonly client: ServicePay;

  constructor(
    private readonly answers: readonly [CannedAnswer, ...CannedAnswer[]],
    options: Partial<ServicePayOptions> = {},
  ) {
    this.client = new ServicePay({
      apiKey: `pay_demostore_live_${'A'.repeat(48)}`,
      baseUrl: 'http://service.example',
      fetch: async () => this.answer(),
      sleep: async (ms) => void this.waits.push(ms),
      ...options,
    });
  }

  private answer(): Response {
    const { status, body, headers } = this.answers[this.requests] ?? this.answers.at(-1)!;
    this.requests += 1;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      ...(headers && { headers }),
    });
  }
}

/** The SDK's result for one answer that is not a success. */
export function errorOf(answer: CannedAnswer): Promise<ServicePayError> {
  return refusalOf(new AnsweredClient([answer], { maxRetries: 0 }).client.wallets.list());
}

/** The error that a caller gets when the service rejects the call; throws if the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<ServicePayError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof ServicePayError) return outcome;
  throw new Error('the service did not reject the call', { cause: outcome });
}
