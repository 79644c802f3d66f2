import { PaymentExceptions } from '@app/payment-links';
import { expectBooksBalanced } from '../../support/books';
import type { HttpClient } from '../../support/http-client';
import { payNewLink, payTooLittle } from '../../support/paid-links';
import { signIn, userWith } from '../../support/panel';
import { data, ids, owner, paged, watchDocumented, type Item } from '../../support/panel-money';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO, UUID } from '../../support/shapes';

const PATH = '/payment-exceptions';
const STAFF = { type: 'staff', name: 'ana' } as const;

describe('payment exceptions in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  it('show what was paid, for which link and why it was not credited', async () => {
    const linkId = await payTooLittle(service, merchant);
    await payNewLink(service, merchant);

    expect(await data(panel, PATH)).toEqual([
      {
        id: expect.stringMatching(UUID),
        reason: 'amount_mismatch',
        state: 'open',
        payment_link_id: linkId,
        amount: '14000.00',
        currency: 'ARS',
        expected_amount: '15000.00',
        expected_currency: 'ARS',
        provider: 'sandbox',
        provider_reference: expect.stringMatching(/^sbx_/),
        received_at: expect.stringMatching(ISO),
        resolved_at: null,
      },
    ]);
  });

  it('can be those of one link, as its page shows them', async () => {
    const linkId = await payTooLittle(service, merchant);
    await payTooLittle(service, merchant);

    expect(await data(panel, `${PATH}?payment_link_id=${linkId}`)).toMatchObject([{ payment_link_id: linkId }]);
    const rejection = await panel.get(`${PATH}?payment_link_id=1`);
    expectError(rejection, 422, 'VALIDATION_FAILED', naming('payment_link_id'));
  });

  it('show what staff did about it', async () => {
    for (let count = 0; count < 2; count++) await payTooLittle(service, merchant);
    const [newer, older] = await ids(panel, PATH);
    const staff = service.get(PaymentExceptions);
    await staff.credit(older!, { reason: 'Agreed with the merchant' }, STAFF);
    await staff.refund(newer!, 'Sent back', STAFF);

    expect(await data(panel, PATH)).toMatchObject([
      { id: newer, state: 'refunded', resolved_at: expect.stringMatching(ISO) },
      { id: older, state: 'credited', resolved_at: expect.stringMatching(ISO) },
    ]);
    expect((await panel.get(PATH)).text).not.toMatch(/Agreed|Sent back/);
  });

  it('are listed newest first, page by page', async () => {
    for (let count = 0; count < 3; count++) await payTooLittle(service, merchant);
    const { sizes, seen } = await paged(panel, PATH);

    expect([sizes, new Set(seen).size]).toEqual([[2, 1], 3]);
    const times = (await data<Item[]>(panel, PATH)).map(({ received_at }) => received_at as string);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('are all in the pages, also those of one moment', async () => {
    for (let count = 0; count < 5; count++) await payTooLittle(service, merchant);
    const { id } = merchant.account;
    await service.sql('UPDATE payment_exceptions SET created_at = DEFAULT WHERE account_id = $1', [id]);
    const { sizes, seen } = await paged(panel, PATH);

    expect([sizes, new Set(seen).size]).toEqual([[2, 2, 1], 5]);
  });

  it('show one whose order arrived after the money', async () => {
    const linkId = await service.createLink(merchant);
    const { reference, currency } = await service.openOrder(linkId);
    const move = (to: string, from: string) =>
      service.sql('UPDATE checkout_orders SET provider_reference = $1 WHERE provider_reference = $2', [to, from]);
    const notify = () => service.rail.paid({ reference, amount: '14000.00', currency });
    await move(`${reference}_later`, reference);
    expect((await notify()).status).toBe(404);
    expect(await ids(panel, PATH)).toEqual([]);
    await move(reference, `${reference}_later`);
    await notify();

    expect(await data(panel, PATH)).toMatchObject([{ payment_link_id: linkId, reason: 'amount_mismatch' }]);
  });

  it.each(['per_page=0', 'cursor=x'])('reject ?%s, naming it', async (query) => {
    expectError(await panel.get(`${PATH}?${query}`), 422, 'VALIDATION_FAILED', naming(query.split('=')[0]!));
  });

  it('are for users with view_payins', async () => {
    const rejected = await userWith(service, merchant, 'create_payins', 'manage_account');

    expectError(await rejected.get(PATH), 403, 'PERMISSION_DENIED');
    expect((await (await userWith(service, merchant, 'view_payins')).get(PATH)).status).toBe(200);
  });

  it('of another account are not shown', async () => {
    await payTooLittle(service, merchant);

    expect(await ids(await owner(service, {}), PATH)).toEqual([]);
  });
});
