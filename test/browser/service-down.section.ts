import type { PanelBrowser } from '../support/panel-browser';

/** What the panel shows while the API does not answer. It stops the API, so nothing else may run beside this. */
export function serviceDown(shared: () => PanelBrowser): void {
  it('is named with what to do, and works again when it is back', async () => {
    const panel = shared();
    const visitor = await panel.signedIn(await panel.service.merchant());
    await panel.service.withoutApi(async () => {
      await visitor.page.getByRole('link', { name: 'Wallets' }).click();
      await visitor.page.getByRole('alert').first().waitFor();
    });
    await visitor.page.getByRole('button', { name: 'Load the page again' }).click();
    await visitor.page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor();
    visitor.complaints.splice(0);
    expect(await panel.leave()).toEqual([]);
  });
}
