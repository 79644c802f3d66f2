import type { Page } from 'playwright-core';
import type { PanelBrowser } from '../support/panel-browser';

/** What payers do at the checkout beyond forms and links. */
export function checkout(shared: () => PanelBrowser): void {
  let page: Page;
  let address: string;

  beforeEach(async () => {
    const panel = shared();
    const linkId = await panel.service.createLink(await panel.service.merchant());
    ({ page } = await panel.visitor());
    address = `${panel.service.url}/checkout/${linkId}`;
  });
  afterEach(async () => expect(await shared().leave()).toEqual([]));

  const choose = async () => {
    await page.goto(address);
    await page.getByLabel('Bank transfer').check();
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const form = () => page.locator('form').first();

  it('send a form again whose response was not a page', async () => {
    await page.clock.install();
    let tries = 0;
    await page.route('**/orders', (route) => (tries++ === 0 ? route.fulfill({ status: 204 }) : route.continue()));
    await choose();
    expect(await form().getAttribute('aria-busy')).toBe('true');
    await page.clock.fastForward(5_000);
    expect(await form().getAttribute('aria-busy')).toBeNull();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Pay with bank transfer' }).waitFor();
  });

  it('copy the exact amount as banks take it, also without a clipboard, and select what cannot be copied', async () => {
    await choose();
    const copy = page.locator('[data-copy="exact-amount"]');
    await copy.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('15000.00');

    // A page over plain http has no clipboard.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.evaluate("document.addEventListener('copy', () => (window.copied = document.activeElement.value))");
    await copy.click();
    expect(await page.evaluate('window.copied')).toBe('15000.00');

    await page.evaluate('document.execCommand = () => false');
    await copy.click();
    await page.getByRole('button', { name: 'Selected: now copy it' }).waitFor();
    expect(await page.evaluate('String(getSelection())')).toContain('15,000.00');
  });

  it('choose the language of the page, which stays with what follows', async () => {
    await page.goto(address);
    await page.getByRole('link', { name: 'Português' }).click();
    await page.getByLabel('Transferência bancária').check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('heading', { name: 'Pague com transferência bancária' }).waitFor();
    await page.getByRole('button', { name: 'Simular o pagamento' }).click();
    await page.getByRole('heading', { name: 'Pagamento recebido' }).waitFor();
  });
}
