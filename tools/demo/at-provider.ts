import { generatedSecrets, loadConfig } from '@app/platform';
import type { ProviderMessage } from '@app/rails';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { findOrStartService, type DemoService } from './service';

export type Say = (line?: string) => void;

const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** A server on this machine that stands in for a provider. */
interface FakeProvider {
  readonly url: string;
  stop(): Promise<void>;
}

/** Runs a journey on a service and data of its own, which uses the fake as the provider of that name. */
export async function atProvider(
  name: string,
  fake: FakeProvider,
  env: Readonly<Record<string, string>>,
  say: Say,
  journey: (service: DemoService) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'servicepay-demo-'));
  Object.assign(process.env, env, { DATA_DIR: dataDir });
  say(`A server on ${fake.url} stands in for ${name}.`);
  const service = await findOrStartService(loadConfig(process.env, generatedSecrets), say);
  try {
    await journey(service);
  } finally {
    await service.release();
    await fake.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The provider notifies the service. */
export async function notify(service: DemoService, { method, path, headers, body }: ProviderMessage): Promise<void> {
  const response = await request(`${service.url}${path}`, {
    method: method === 'GET' ? 'GET' : 'POST',
    headers: headers as Record<string, string>,
    body,
  });
  await response.body.dump();
  expect(response.statusCode === 200, `the notification to be accepted, got ${response.statusCode}`);
}

/** The payer sends the form of the checkout; returns the page that follows. */
export async function choose(
  { url }: DemoService,
  linkId: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const chosen = await request(`${url}/checkout/${linkId}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  await chosen.body.dump();
  expect(chosen.statusCode === 303, `the checkout to accept the method, got ${chosen.statusCode}`);
  return checkoutPage(url, linkId);
}

/** What the payer's browser shows. */
export async function checkoutPage(url: string, linkId: string): Promise<string> {
  return (await request(`${url}/checkout/${linkId}`, { headers: { accept: 'text/html' } })).body.text();
}

export async function eventually(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!(await isTrue())) {
    expect(Date.now() < deadline, what);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

export function expect(condition: boolean, expectation: string): void {
  if (!condition) throw new Error(`expected ${expectation}`);
}
