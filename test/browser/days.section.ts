import type { PanelBrowser, Visitor, VisitorOptions } from '../support/panel-browser';

/** Choosing a day in a filter. */
export function days(shared: () => PanelBrowser): void {
  afterEach(async () => expect(await shared().leave()).toEqual([]));

  /** Someone who looks at the payments from that day on. */
  async function reader(day: string, options?: VisitorOptions): Promise<Visitor> {
    const visitor = await shared().visitor(options);
    await visitor.signInDirectly(await shared().service.merchant());
    await visitor.open(`/payments?start_date=${day}`);
    return visitor;
  }

  it('works with the keyboard, and is kept in the address', async () => {
    const { page } = await reader('2026-11-24');
    const field = (name: string) => page.getByRole('button', { name, exact: true });
    await field('From (UTC): Nov 24, 2026').press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.locator('[aria-label="Tuesday, November 24, 2026"]:focus').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/payments?start_date=2026-11-25');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.locator('[aria-label="From (UTC): Nov 25, 2026"]:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/payments');
    await field('From (UTC)').press('Enter');
    await page.getByRole('dialog', { name: 'From (UTC)' }).locator('[data-today]:focus').waitFor();
  });

  it('stays the same day where a day begins at one o’clock', async () => {
    const { page } = await reader('2026-09-06', { timeZone: 'America/Santiago' });
    await page.getByRole('button', { name: 'From (UTC): Sep 6, 2026', exact: true }).click();
    await page.getByRole('button', { name: 'Saturday, September 5, 2026' }).click();
    await page.waitForURL('**/payments?start_date=2026-09-05');
    await page.getByRole('button', { name: 'From (UTC): Sep 5, 2026', exact: true }).click();
    await page.getByRole('button', { name: 'Sunday, September 6, 2026' }).click();
    await page.waitForURL('**/payments?start_date=2026-09-06');
  });

  it.each<VisitorOptions>([
    { colorScheme: 'light', width: 1280, language: 'es' },
    { colorScheme: 'dark', width: 390, language: 'pt' },
  ])('is chosen in an accessible calendar: %j', async (options) => {
    const visitor = await reader('2026-11-24', options);
    await visitor.page.getByRole('button', { name: /24 (de )?nov/ }).click();
    const calendar = visitor.page.getByRole('dialog', { name: /24 (de )?nov/ });
    await calendar
      .getByRole('button', { name: /noviembre de 2026|novembro de 2026/ })
      .first()
      .waitFor();
    expect([...(await visitor.axeViolations()), await visitor.overflow()]).toEqual([0]);
  });
}
