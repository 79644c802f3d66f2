import type { PanelBrowser, Visitor, VisitorOptions } from '../support/panel-browser';

/** Choosing a day in a filter. */
export function days(shared: () => PanelBrowser): void {
  afterEach(async () => expect(await shared().leave()).toEqual([]));

  /** A visitor who reads the payments from that day on. */
  async function reader(day: string, options?: VisitorOptions): Promise<Visitor> {
    const visitor = await shared().visitor(options);
    await visitor.signInDirectly(await shared().service.merchant());
    await visitor.open(`/payments?start_date=${day}`);
    return visitor;
  }

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

  it.each<VisitorOptions>([
    { colorScheme: 'light', width: 1280, language: 'es' },
    { colorScheme: 'dark', width: 390, language: 'pt' },
  ])('is chosen in an accessible calendar: %j', async (options) => {
    const visitor = await reader('2026-11-24', options);
    await visitor.page
      .getByRole('textbox', { name: /^(Desde|De)/ })
      .first()
      .click();
    await visitor.page.getByRole('button', { name: /24 de (noviembre|novembro) de 2026/ }).waitFor();
    expect([...(await visitor.axeViolations()), await visitor.overflow()]).toEqual([0]);
  });
}
