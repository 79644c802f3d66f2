import { ServicePay, ServicePayError, type ServicePayOptions } from '@app/sdk';

/** One response of a server; text is sent unchanged, anything else as JSON. */
export interface CannedResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the SDK that gets these responses in turn, and the last one repeatedly. */
export class ScriptedClient {
  /** The number of its requests. */
  requests = 0;
  /** Its delays before each repeated request, in milliseconds. */
  readonly waits: number[] = [];
  readonly client: ServicePay;

  constructor(
    private readonly responses: readonly [CannedResponse, ...CannedResponse[]],
    options: Partial<ServicePayOptions> = {},
  ) {
    this.client = new ServicePay({
      apiKey: `pay_demostore_live_${'A'.repeat(48)}`,
      baseUrl: 'http://service.example',
      fetch: async () => this.response(),
      sleep: async (ms) => void this.waits.push(ms),
      ...options,
    });
  }

  private response(): Response {
    const { status, body, headers } = this.responses[this.requests] ?? this.responses.at(-1)!;
    this.requests += 1;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      ...(headers && { headers }),
    });
  }
}

/** The SDK's result for one response that is not a success. */
export function errorOf(response: CannedResponse): Promise<ServicePayError> {
  return rejectionOf(new ScriptedClient([response], { maxRetries: 0 }).client.wallets.list());
}

/** The error that a caller gets when the service rejects the call; throws if the call succeeds. */
export async function rejectionOf(call: Promise<unknown>): Promise<ServicePayError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof ServicePayError) return outcome;
  throw new Error('the service did not reject the call', { cause: outcome });
}
