import { ServicePay, ServicePayError, type ServicePayOptions } from '@app/sdk';

/** One answer of a server; text goes as it is, anything else as JSON. */
export interface CannedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the SDK whose requests are answered in turn, the last answer again and again. */
export class AnsweredClient {
  /** How often it asked. */
  requests = 0;
  /** How long it waited before it asked again, each time, in milliseconds. */
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

/** What the SDK makes of one answer that is no success. */
export function errorOf(answer: CannedAnswer): Promise<ServicePayError> {
  return refusalOf(new AnsweredClient([answer], { maxRetries: 0 }).client.wallets.list());
}

/** What the service's refusal of the call looks like to a caller; throws when it was not refused. */
export async function refusalOf(call: Promise<unknown>): Promise<ServicePayError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof ServicePayError) return outcome;
  throw new Error('the call was not refused by the service', { cause: outcome });
}
