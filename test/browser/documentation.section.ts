import type { PanelBrowser, VisitorOptions } from '../support/panel-browser';

/** Not of the WCAG: Swagger UI's headings skip levels, and its lists of responses share a name. */
const NOT_OURS = /^(heading-order|landmark-unique):/;

/** A page under /docs: Swagger UI as our script completes it, which leads to that operation. */
export function documentation(
  shared: () => PanelBrowser,
  options: VisitorOptions,
  [address, operation]: readonly [address: string, operation: string],
): void {
  it(`${address} is accessible, fits the window, and logs no error`, async () => {
    const visitor = await shared().visitor(options);
    const { page } = visitor;
    await page.goto(address);
    // On a phone the contents are folded, and hidden.
    const contents = page.getByRole('navigation', { name: 'Contents', includeHidden: true });
    const link = contents.getByRole('link', { name: operation, includeHidden: true });
    await link.waitFor({ state: 'attached' });
    if (!(await link.isVisible())) await page.locator('summary').click();
    await link.click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).waitFor();

    const violations = (await visitor.axeViolations()).filter((violation) => !NOT_OURS.test(violation));
    expect([...violations, await visitor.overflow(), ...(await shared().leave())]).toEqual([0]);
  });
}

/** A request from the page. */
export function tryingIt(shared: () => PanelBrowser): void {
  it('finds an operation, and sends a request with the reader’s key, by keyboard alone', async () => {
    const merchant = await shared().service.merchant();
    const { page } = await shared().visitor();
    const { keyboard } = page;
    await page.goto('/docs');
    await page.getByRole('button', { name: 'Authorize' }).press('Enter');
    await keyboard.type(merchant.apiKey);
    await keyboard.press('Enter');
    await page.getByText('Authorized').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search' }).focus();
    await keyboard.type('GET wallets');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Try it out' }).press('Enter');
    await page.getByRole('button', { name: 'Execute' }).press('Enter');

    await page.locator('.live-responses-table').getByText('Wallets found.').waitFor();
    expect(await shared().leave()).toEqual([]);
  });
}
