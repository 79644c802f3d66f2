import { Client } from 'undici';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** `connections` clients, each sending one request after the other for `seconds`. Throws on any answer but `status`. */
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
      if (response.statusCode !== status) throw new Error(`${method} ${path} answered ${response.statusCode}: ${text}`);
      onBody?.(text);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(clients.map(worker));
  const elapsed = (performance.now() - startedAt) / 1_000;
  await Promise.all(clients.map((client) => client.close()));
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN;
  return { perSecond: latencies.length / elapsed, p50Ms: at(0.5), p99Ms: at(0.99) };
}
