import type { PanelBrowser, Visitor, VisitorOptions } from '../support/panel-browser';

/** Choosing a day in a filter. */
export function days(shared: () => PanelBrowser): void {
  afterEach(async () => expect(await shared().leave()).toEqual([]));

  const reader = (day: string, options?: VisitorOptions) => readerOf(shared(), day, options);

  it('is typed, with the keyboard alone, and is kept in the address', async () => {
    const { page } = await reader('2026-11-24');
    // A disabled field takes the place of the calendar until it is loaded.
    const from = page.getByLabel('From', { exact: true }).and(page.locator(':enabled'));
    await from.focus();
    expect(await from.inputValue()).toBe('2026-11-24');
    await from.fill('2026-11-25');
    await page.waitForURL('**/payments?start_date=2026-11-25');
    await page.keyboard.press('Escape');
    await from.fill('');
    await page.waitForURL('**/payments');
  });

  it('stays the same day where a day begins at one o’clock', async () => {
    const { page } = await reader('2026-09-06', { timeZone: 'America/Santiago' });
    await page.getByLabel('From', { exact: true }).click();
    await page.getByRole('button', { name: 'Saturday, September 5, 2026' }).click();
    await page.waitForURL('**/payments?start_date=2026-09-05');
    await page.getByLabel('From', { exact: true }).click();
    await page.getByRole('button', { name: 'Sunday, September 6, 2026' }).click();
    await page.waitForURL('**/payments?start_date=2026-09-06');
  });
}

/** The calendar in which a day is chosen. */
export function calendar(shared: () => PanelBrowser, options: VisitorOptions): void {
  it(`is accessible and fits the window: ${JSON.stringify(options)}`, async () => {
    const visitor = await readerOf(shared(), '2026-11-24', options);
    await visitor.page
      .getByRole('textbox', { name: /^(From|Desde|De)/ })
      .first()
      .click();
    await visitor.page.getByRole('button', { name: /24 de (noviembre|novembro) de 2026|November 24, 2026/ }).waitFor();
    expect([...(await visitor.axeViolations()), await visitor.overflow()]).toEqual([0]);
    expect(await shared().leave()).toEqual([]);
  });
}

/** A visitor who reads the payments from that day on. */
async function readerOf(panel: PanelBrowser, day: string, options?: VisitorOptions): Promise<Visitor> {
  const visitor = await panel.visitor(options);
  await visitor.signInDirectly(await panel.service.merchant());
  await visitor.open(`/payments?start_date=${day}`);
  return visitor;
}
