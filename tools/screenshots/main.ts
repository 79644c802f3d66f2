import 'reflect-metadata';
import { generatedSecrets, loadConfig } from '@app/platform';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findOrStartService, type DemoService } from '../demo/service';
import { send } from '../demo/panel-client';
import { launchBrowser } from './browser';

const FOLDER = 'docs/images';
const WINDOW = { width: 1280, height: 1000 };
/** What a README should load at once. */
const MOST_BYTES = 150_000;
/** In ARS, oldest first: what the pictures show as collected. */
const COLLECTED = [
  ['18500.00', 'Order 1001'],
  ['42300.00', 'Order 1002'],
  ['9900.00', 'Order 1003'],
  ['127500.00', 'Order 1004'],
] as const;

/** `npm run screenshots`: makes the pictures of the README from a new service with a few payments. */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'));
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const service = await findOrStartService(loadConfig(process.env, generatedSecrets), console.error);
  try {
    const open = await collectSome(service);
    await takePictures(service, open);
  } finally {
    await service.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns the address of the checkout page of an unpaid link. */
async function collectSome({ url, credentials }: DemoService): Promise<string> {
  for (const [amount, description] of COLLECTED) {
    const { id } = await createLink(url, credentials.apiKey, amount, description);
    await send(url, 'POST', `/sandbox/payment-links/${id}/simulate`, { event: 'pay' });
  }
  return (await createLink(url, credentials.apiKey, '25000.00', 'Order 1005')).url;
}

function createLink(url: string, apiKey: string, amount: string, description: string) {
  const body = { amount, currency: 'ARS', description };
  return send<{ id: string; url: string }>(url, 'POST', '/v1/payment-links', body, apiKey);
}

async function takePictures({ url, credentials }: DemoService, checkout: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: WINDOW, locale: 'en', colorScheme: 'light' });
    await page.addInitScript("localStorage.language ??= 'en'");
    await page.goto(checkout);
    await take(page, 'checkout');
    await page.goto(`${url}/panel`);
    await page.getByLabel('E-mail address').fill(credentials.email);
    await page.getByLabel(/^Password/).fill(credentials.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.locator('svg.recharts-surface').waitFor();
    await page.waitForLoadState('networkidle');
    await take(page, 'panel');
  } finally {
    await browser.close();
  }
}

async function take(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MOST_BYTES}`);
  console.error(`${path}: ${size} bytes`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
