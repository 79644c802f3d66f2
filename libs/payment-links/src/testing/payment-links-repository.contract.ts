import { Money, newId, RetryTransactionError, toCurrency } from '@app/kernel';
import type { LinkKind, LinkReach, PaymentLink } from '../links/domain/payment-link';
import { givenLink, type PaymentLinkRepositories } from './repositories';

/** What every adapter of the port must do. */
export function paymentLinksRepositoryContract(subject: () => PaymentLinkRepositories): void {
  const find = ({ id, userId, kind }: PaymentLink, changes: { userId?: string; kind?: LinkKind } = {}) =>
    subject().links.find(id, { userId: changes.userId ?? userId }, changes.kind ?? kind);
  const cancel = ({ id, userId, kind }: PaymentLink, changes: { userId?: string; kind?: LinkKind } = {}) =>
    subject().uow.run((tx) =>
      subject().links.cancel(tx, id, { userId: changes.userId ?? userId }, changes.kind ?? kind),
    );

  it.each<Partial<PaymentLink>>([
    {},
    { kind: 'card_payment_link' },
    {
      amount: Money.of('500', 'BRL'),
      amountType: 'charge',
      currency: toCurrency('BRL'),
      description: 'Año nuevo: 支払い 🙂 "quoted" \\ <b>',
      customerPaidFee: true,
      webhookUrl: 'https://shop.example.com/hook?a=1&b=2',
      reference: 'A-1001 / año',
      returnUrl: 'https://shop.example.com/thanks?a=1&b=2#top',
    },
    { amount: Money.of('999999999999.99', 'ARS') },
    { amount: Money.of('100000', 'ARS'), currency: toCurrency('CLP') },
  ])('finds a link as it was written: %j', async (changes) => {
    const link = await givenLink(subject(), changes);
    expect(await find(link)).toEqual(link);
  });

  it('finds no link of another user, not even of the same account', async () => {
    const link = await givenLink(subject());
    await expect(find(link, { userId: newId() })).resolves.toBeUndefined();
  });

  it('finds no link of the other kind', async () => {
    const link = await givenLink(subject());
    await expect(find(link, { kind: 'card_payment_link' })).resolves.toBeUndefined();
  });

  it('finds no link that was not written', async () => {
    const { userId } = await givenLink(subject());
    await expect(subject().links.find(newId(), { userId }, 'payment_link')).resolves.toBeUndefined();
  });

  it('cancels a link that is active and unused, and returns the updated link', async () => {
    const link = await givenLink(subject());
    const cancelled = await cancel(link);
    expect(cancelled).toEqual({ ...link, status: 'cancelled', updatedAt: expect.any(Date) });
    expect(cancelled!.updatedAt).not.toEqual(link.updatedAt);
    expect(await find(link)).toEqual(cancelled);
  });

  it('cancels a link once', async () => {
    const link = await givenLink(subject());
    await cancel(link);
    await expect(cancel(link)).resolves.toBeUndefined();
  });

  it.each`
    status          | currentUses
    ${'active'}     | ${1}
    ${'processing'} | ${0}
    ${'in_transit'} | ${0}
    ${'completed'}  | ${1}
    ${'expired'}    | ${0}
    ${'returned'}   | ${1}
  `('does not cancel a link that is $status with $currentUses uses', async ({ status, currentUses }) => {
    const link = await givenLink(subject());
    await subject().forceLink(link.id, { status, currentUses });
    await expect(cancel(link)).resolves.toBeUndefined();
    expect(await find(link)).toMatchObject({ status, currentUses });
  });

  it('finds and cancels a link of any user for its account, and for no other account', async () => {
    const { id, accountId, kind } = await givenLink(subject());
    const to = (reach: LinkReach) => subject().uow.run((tx) => subject().links.cancel(tx, id, reach, kind));
    await expect(subject().links.find(id, { accountId: newId() }, kind)).resolves.toBeUndefined();
    await expect(to({ accountId: newId() })).resolves.toBeUndefined();
    await expect(subject().links.find(id, { accountId }, kind)).resolves.toMatchObject({ id, status: 'active' });
    await expect(to({ accountId })).resolves.toMatchObject({ id, status: 'cancelled' });
  });

  it('finds and cancels for the account no link of the other kind', async () => {
    const { id, accountId } = await givenLink(subject(), { kind: 'card_payment_link' });
    const cancelled = subject().uow.run((tx) => subject().links.cancel(tx, id, { accountId }, 'payment_link'));
    await expect(cancelled).resolves.toBeUndefined();
    await expect(subject().links.find(id, { accountId }, 'payment_link')).resolves.toBeUndefined();
  });

  it('cancels nothing of another user or kind', async () => {
    const link = await givenLink(subject());
    await expect(cancel(link, { userId: newId() })).resolves.toBeUndefined();
    await expect(cancel(link, { kind: 'card_payment_link' })).resolves.toBeUndefined();
    expect(await find(link)).toMatchObject({ status: 'active' });
  });

  describe('saving', () => {
    const save = (from: PaymentLink, changes: Partial<PaymentLink>) =>
      subject().uow.run((tx) => subject().links.save(tx, [{ from, to: { ...from, ...changes } }]));

    it('writes status, use and method, and nothing else', async () => {
      const link = await givenLink(subject());
      await save(link, { status: 'completed', currentUses: 1, paymentMethod: 'ars_qr', description: 'other' });
      expect(await subject().link(link.id)).toEqual({
        ...link,
        status: 'completed',
        currentUses: 1,
        paymentMethod: 'ars_qr',
        updatedAt: expect.any(Date),
      });
    });

    it('asks for another attempt when the link no longer has the status that it was read with', async () => {
      const link = await givenLink(subject());
      await subject().uow.run(async (tx) => {
        const late = subject().links.save(tx, [{ from: { ...link, status: 'processing' }, to: link }]);
        await expect(late).rejects.toThrow(RetryTransactionError);
      });
      expect(await subject().link(link.id)).toEqual(link);
    });
  });
}
