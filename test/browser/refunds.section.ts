import { Payer } from '../support/outflows';
import { paymentIdOf, payNewLink } from '../support/paid-links';
import type { PanelBrowser } from '../support/panel-browser';

/** A payment is refunded in the panel, and a dispute is shown. */
export function refunds(shared: () => PanelBrowser): void {
  it('a payment is refunded in part, after the dialog has shown what the wallet pays (rule 17.2)', async () => {
    const { service } = shared();
    const { merchant, panel } = await Payer.on(service);
    const payment = await paymentIdOf(
      service,
      await payNewLink(service, merchant, { currency: 'BRL', amount: 500, amount_type: 'charge' }),
    );
    const { page } = await shared().signedIn(merchant);
    await page.goto(`/panel/payments/${payment}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The payer gets').fill('100');
    await dialog.getByText('Your wallet pays 20,000.00 ARS.').waitFor();
    await dialog.getByLabel('Reason').fill('Out of stock');
    await dialog.getByRole('button', { name: 'Refund 100.00 BRL' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Requested in the panel' }).click();
    await page.getByRole('heading', { name: 'Refund of 100.00 BRL' }).waitFor();

    expect((await panel.get('/refunds')).body.data).toMatchObject([
      { received_payment_id: payment, amount: '100.00', wallet_amount: '20000.00', reason: 'Out of stock' },
    ]);
    expect(await shared().leave()).toEqual([]);
  });

  it('an open dispute is on the home page, and its payment cannot be refunded (rule 17.4)', async () => {
    const { service } = shared();
    const { merchant } = await Payer.on(service);
    await service.simulate(await payNewLink(service, merchant), { event: 'dispute' });
    const { page } = await shared().signedIn(merchant);
    await page.getByText('1 payment is disputed').waitFor();
    await page.getByRole('link', { name: 'See the open disputes' }).click();
    await page.getByRole('link', { name: 'No reason given' }).click();
    await page.getByText('The payer contests this payment at their bank', { exact: false }).waitFor();

    expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
    expect(await shared().leave()).toEqual([]);
  });
}
