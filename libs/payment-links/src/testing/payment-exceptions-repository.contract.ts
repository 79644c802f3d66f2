import { Money, newId } from '@app/kernel';
import type { ExceptionQuery } from '../exceptions/application/ports';
import type { PaymentException } from '../settlement/domain/payment-exception';
import { anException } from './factories';
import { givenOrder, type PaymentLinkRepositories } from './repositories';

const CREDITED = { status: 'credited', resolution: 'Confirmed by telephone' } as const;
const REFUNDED = { status: 'refunded', walletId: null, resolution: 'Sent back' } as const;

/** What every adapter of the port must do. */
export function paymentExceptionsRepositoryContract(subject: () => PaymentLinkRepositories): void {
  const { find, list, add, lock, resolve } = {
    find: (id: string) => subject().exceptions.find(id),
    list: (query: ExceptionQuery) => subject().exceptions.list(query),
    add: (exception: PaymentException) => subject().addException(exception),
    lock: (id: string) => subject().uow.run((tx) => subject().exceptions.lock(tx, id)),
    resolve: (exception: PaymentException, changes: Partial<PaymentException>) =>
      subject().uow.run((tx) =>
        subject().exceptions.resolve(tx, { from: exception, to: { ...exception, ...changes } }),
      ),
  };

  const listed = (exception: PaymentException) => ({ ...exception, accountId: null });

  /** An open exception of a new order. */
  async function aKnownOne(changes: Partial<PaymentException> = {}) {
    const { link, order } = await givenOrder(subject());
    const exception = anException({
      linkId: link.id,
      orderId: order.id,
      reference: order.providerReference,
      reason: 'amount_mismatch',
      expected: order.terms.payerAmount,
      ...changes,
    });
    await add(exception);
    return { exception, link, order };
  }

  describe('an exception', () => {
    it('is found as it was written, with its link and its order', async () => {
      const known = await aKnownOne({ amount: Money.of('12.34', 'BRL') });
      await expect(find(known.exception.id)).resolves.toEqual(known);
    });

    it('of an unknown order is found without either', async () => {
      const exception = anException();
      await add(exception);
      await expect(find(exception.id)).resolves.toEqual({ exception, link: null, order: null });
    });

    it('is not found when it was not written', async () => {
      await expect(find(newId())).resolves.toBeUndefined();
      await expect(lock(newId())).resolves.toBeUndefined();
    });

    it('is locked as it is found', async () => {
      const [known, exception] = [await aKnownOne(), anException()];
      await add(exception);
      await expect(lock(known.exception.id)).resolves.toEqual(known);
      await expect(lock(exception.id)).resolves.toEqual({ exception, link: null, order: null });
    });
  });

  describe('resolving', () => {
    it('stores where the money was credited and what staff said', async () => {
      const { exception, link } = await aKnownOne();
      await resolve(exception, { ...CREDITED, walletId: link.walletId });
      await expect(find(exception.id)).resolves.toMatchObject({
        exception: { ...exception, ...CREDITED, walletId: link.walletId, resolvedAt: expect.any(Date) },
      });
    });

    it('needs no wallet where the money went back', async () => {
      const { exception } = await aKnownOne();
      await resolve(exception, REFUNDED);
      await expect(find(exception.id)).resolves.toMatchObject({ exception: { ...REFUNDED } });
    });

    it('is done once: a resolved exception does not change', async () => {
      const { exception, link } = await aKnownOne();
      await resolve(exception, REFUNDED);
      await expect(resolve(exception, { ...CREDITED, walletId: link.walletId })).rejects.toThrow('no longer open');
      await expect(find(exception.id)).resolves.toMatchObject({ exception: { ...REFUNDED } });
    });

    it('does not change the others', async () => {
      const [one, other] = [await aKnownOne(), await aKnownOne()];
      await resolve(one.exception, REFUNDED);
      await expect(find(other.exception.id)).resolves.toEqual(other);
    });
  });

  it('counts those that are open', async () => {
    const countOpen = async () => (await subject().exceptions.backlog()).open;
    const before = await countOpen();
    const [open, resolved] = [anException(), anException()];
    await add(open);
    await add(resolved);
    await resolve(resolved, REFUNDED);
    await expect(countOpen()).resolves.toBe(before + 1);
  });

  describe('the list', () => {
    // Later than everything else in the database, so that these come first.
    let moment = Date.parse('2040-01-01T00:00:00.000Z');

    async function three() {
      const made = [1, 2, 3].map(() => anException({ createdAt: new Date((moment += 1_000)) }));
      for (const exception of made) await add(exception);
      return made as [PaymentException, PaymentException, PaymentException];
    }

    it('has the newest first, and no more than the limit', async () => {
      const [, second, third] = await three();
      await expect(list({ limit: 2 })).resolves.toEqual([listed(third), listed(second)]);
    });

    it('can be of one status only', async () => {
      const [first, second, third] = await three();
      await resolve(second, REFUNDED);
      await expect(list({ status: 'open', limit: 2 })).resolves.toEqual([listed(third), listed(first)]);
      await expect(list({ status: 'refunded', limit: 1 })).resolves.toMatchObject([{ id: second.id }]);
    });
  });
}
