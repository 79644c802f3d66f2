import { aLink, givenOrder, inMemoryCollections } from '../../testing';

describe('deadlines', () => {
  const app = inMemoryCollections();
  const ago = (ms: number) => new Date(app.clock.now().getTime() - ms);

  it('publish nothing while nothing is due', async () => {
    await givenOrder(app.repositories, { expiresAt: ago(-1) });
    await expect(app.deadlines.expireDue(10)).resolves.toBe(0);
    expect(app.events.published).toEqual([]);
  });

  it('notify the integrator of each expired link, once', async () => {
    const webhookUrl = 'https://shop.example.com/hook';
    const [one, two] = [
      await givenOrder(app.repositories, { expiresAt: ago(2_000) }, { webhookUrl }),
      await givenOrder(app.repositories, { expiresAt: ago(1_000) }),
    ];
    await expect(app.deadlines.expireDue(10)).resolves.toBe(2);
    await expect(app.deadlines.expireDue(10)).resolves.toBe(0);
    const { id: _id, ...data } = aLink();
    expect(app.events.published).toMatchObject([
      {
        accountId: one.link.accountId,
        type: 'payment_link.expired',
        createdAt: app.clock.now(),
        linkWebhookUrl: webhookUrl,
        data: {
          payment_link_id: one.link.id,
          status: 'expired',
          amount: data.amount.toFixed(),
          payment_method: 'ars_transfer',
        },
      },
      { accountId: two.link.accountId, type: 'payment_link.expired', data: { payment_link_id: two.link.id } },
    ]);
  });

  it('expire no more links at a time than the limit', async () => {
    for (let i = 1; i <= 3; i++) await givenOrder(app.repositories, { expiresAt: ago(i) });
    expect([await app.deadlines.expireDue(2), await app.deadlines.expireDue(2)]).toEqual([2, 1]);
  });
});
