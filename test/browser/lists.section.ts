import { readFileSync } from 'node:fs';
import { readSheet } from 'read-excel-file/node';
import type { PanelBrowser } from '../support/panel-browser';

/** What people search in the lists of the panel. */
export function lists(shared: () => PanelBrowser): void {
  afterEach(async () => expect(await shared().leave()).toEqual([]));

  it('find a payment by a word of its description, with its total, and give it as a workbook', async () => {
    const { service } = shared();
    const merchant = await service.merchant();
    const ids = [
      await service.createLink(merchant, { description: 'Pedido 2024', reference: 'A-1' }),
      await service.createLink(merchant, { description: 'Pedido 2025' }),
    ];
    for (const id of ids) await service.simulate(id, { event: 'pay' });
    const { page } = await shared().signedIn(merchant);

    await page.getByRole('link', { name: 'Received payments' }).first().click();
    await page.getByRole('group', { name: 'Totals' }).getByText('2 in all').waitFor();
    await page.getByLabel('Search').fill('2024');
    await page.getByRole('group', { name: 'Totals' }).getByText('1 in all: 14,265.00 ARS').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Excel' }).click();
    const download = await downloading;
    const [headings, ...rows] = await readSheet(readFileSync(await download.path()));

    expect(download.suggestedFilename()).toMatch(/^received-payments_\d{4}-\d\d-\d\d\.xlsx$/);
    expect(rows.map((row) => row[headings!.indexOf('Your reference')])).toEqual(['A-1']);
  });

  it('show the fee of a USD collection beside it, and the balance after both', async () => {
    const { service } = shared();
    const merchant = await service.merchant({ usd: true });
    const link = await service.createLink(merchant, { amount: 101, currency: 'USD' });
    for (const event of ['debit_confirm', 'debit_submit', 'debit_settle']) await service.simulate(link, { event });
    const visitor = await shared().signedIn(merchant);

    await visitor.follow('/wallets');
    await visitor.page.getByRole('link', { name: 'USD wallet' }).click();
    const row = visitor.page.getByRole('row').filter({ hasText: 'Payment received' });
    await row.getByText('+101.00 USD').waitFor();
    await row.getByText(`then ${await service.balance(merchant.usd!.id)} USD`).waitFor();
    await visitor.page.getByText('Collection fees of this wallet are booked separately').waitFor();
  });
}
