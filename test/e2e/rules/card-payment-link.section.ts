import { CARD_LINKS, createCardLink } from '../../support/paid-links';
import { TestService, type Merchant } from '../../support/service';

describe('Resources, Card payment link', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ cards: true });
  });

  afterAll(() => service.stop());

  const kindOf = async (linkId: string) =>
    (await service.sql<{ kind: string }>('SELECT kind FROM payment_links WHERE id = $1', [linkId]))[0]?.kind;

  it('create: creates a card link (rule 5.1)', async () => {
    expect(await kindOf(await createCardLink(merchant))).toBe('card_payment_link');
  });

  it('read: shows that link (rule 5.1)', async () => {
    const { status, body } = await merchant.api.get(`${CARD_LINKS}/${await createCardLink(merchant)}`);

    expect([status, body.data.description]).toEqual([200, 'Order 1001']);
  });

  it('cancel: stops the payer from paying it (rule 5.1)', async () => {
    const linkId = await createCardLink(merchant);
    const cancelled = await merchant.api.delete(`${CARD_LINKS}/${linkId}`);
    const { body } = await merchant.api.get(`${CARD_LINKS}/${linkId}`);

    expect([cancelled.status, body.data.status]).toEqual([200, 'cancelled']);
  });
});
