import { signatureOf } from '@app/kernel';
import Bull from 'bull';
import { Agent, request } from 'undici';
import type { Payload } from './queued-deliveries';

/** Requests under way at a time, the same for both baselines. */
export const CONCURRENCY = 64;
const JOBS_AT_ONCE = 1_000;

/** Sends all payloads with `undici.request` and resolves to the seconds that it took. Nothing is recorded. */
export async function sendInLoop(payloads: readonly Payload[]): Promise<number> {
  const agent = new Agent({ connections: CONCURRENCY, pipelining: 1 });
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let payload = payloads[next++]; payload; payload = payloads[next++]) await send(agent, payload);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, sender));
  const seconds = (performance.now() - startedAt) / 1_000;
  await agent.close();
  return seconds;
}

/** Sends all payloads from queued Bull jobs, as a service without the engine would. Resolves to the seconds that it took. */
export async function sendFromBull(redisUrl: string, payloads: readonly Payload[]): Promise<number> {
  const agent = new Agent({ connections: CONCURRENCY, pipelining: 1 });
  const queue = new Bull<Payload>('bench', redisUrl, {
    defaultJobOptions: { attempts: 5, backoff: 30_000, removeOnComplete: true },
  });
  for (let start = 0; start < payloads.length; start += JOBS_AT_ONCE) {
    await queue.addBulk(payloads.slice(start, start + JOBS_AT_ONCE).map((data) => ({ data })));
  }
  let completed = 0;
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    queue.on('completed', () => ++completed === payloads.length && resolve());
    queue.on('failed', (_, error) => reject(error));
    queue.process(CONCURRENCY, ({ data }) => send(agent, data)).catch(reject);
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  await queue.close();
  await agent.close();
  return seconds;
}

export async function send(dispatcher: Agent, { id, url, body, secret }: Payload): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const response = await request(url, {
    dispatcher,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'ServicePay-Webhooks/1.0',
      'X-Webhook-Id': id,
      'X-Webhook-Timestamp': timestamp,
      'X-Webhook-Signature': signatureOf(secret, timestamp, body),
    },
    body,
  });
  await response.body.text();
  if (response.statusCode !== 200) throw new Error(`the receiver returned ${response.statusCode}`);
}
