import { Client } from 'undici';
import { percentilesOf } from './figures';

/** One HTTP request. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The rate and the latencies of a load. */
export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Runs `connections` clients, each sending one request after another for `seconds`. Throws on any other status. */
export async function load(
  url: string,
  connections: number,
  seconds: number,
  status: number,
  next: () => LoadRequest,
  onBody?: (body: string) => void,
): Promise<LoadResult> {
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining: 1 }));
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const worker = async (client: Client): Promise<void> => {
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      const { method, path, headers, body } = next();
      const response = await client.request({ method, path, headers: headers ?? null, body: body ?? null });
      const text = await response.body.text();
      if (response.statusCode !== status) throw new Error(`${method} ${path} returned ${response.statusCode}: ${text}`);
      onBody?.(text);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(clients.map(worker));
  const elapsed = (performance.now() - startedAt) / 1_000;
  await Promise.all(clients.map((client) => client.close()));
  const { p50, p99 } = percentilesOf(latencies);
  return { perSecond: latencies.length / elapsed, p50Ms: p50, p99Ms: p99 };
}
