import { DomainError } from '@app/kernel';
import { createScratchDatabase } from '../../../../test/support/test-database';
import type { CheckoutOrder } from '../domain/checkout-order';
import type { PaymentLink } from '../domain/payment-link';
import { CollectionSystem, type Merchant } from '../testing/system';
import { Deadlines } from './deadlines';
import { PaymentLinks } from './payment-links';
import { Settlement } from './settlement';

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let system: CollectionSystem;
let merchant: Merchant;

beforeAll(async () => {
  scratch = await createScratchDatabase();
  system = await CollectionSystem.start(scratch.url);
});
afterAll(async () => {
  await system.stop();
  await scratch.drop();
});
beforeEach(async () => {
  merchant = await system.merchant();
});
afterEach(() => system.expectBooksBalanced());

const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );

const read = ({ id }: PaymentLink) => system.get(PaymentLinks).read(id, merchant.by.userId);

const exceptionsOf = async ({ id }: PaymentLink) => {
  const sql = 'SELECT reason, amount, currency FROM payment_exceptions WHERE payment_link_id = $1 ORDER BY id';
  return system.query<{ reason: string; amount: string; currency: string }>(sql, [id]);
};

const countOf = async (table: string, where: string, id: string) => {
  const [row] = await system.query<{ count: string }>(`SELECT count(*) FROM ${table} WHERE ${where} = $1`, [id]);
  return Number(row?.count);
};

async function opened(
  link?: Parameters<CollectionSystem['link']>[1],
  ...choice: [method?: string, payer?: { email: string }]
) {
  const made = await system.link(merchant, link);
  return { link: made, order: await system.choose(made, ...choice) };
}

/** Lets the time of the order run out. */
const runOut = ({ id }: CheckoutOrder) =>
  system.query(`UPDATE checkout_orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);

describe('one notification that arrives on 20 connections at once', () => {
  it('credits once, and leaves one of everything that a payment leaves', async () => {
    const { link, order } = await opened({ webhookUrl: 'http://127.0.0.1:9/hook' }, 'ars_transfer', {
      email: 'ana@example.com',
    });
    await times(20, () => system.pay(order));
    expect(await system.balance(merchant)).toBe('14265.00');
    expect(await read(link)).toMatchObject({ status: 'completed', currentUses: 1, paymentMethod: 'ars_transfer' });
    expect([
      await countOf('provider_notifications', 'reference', order.providerReference),
      await countOf('received_payments', 'payment_link_id', link.id),
      await countOf('journal_entries', 'reference_id', link.id),
      await countOf('webhook_deliveries', 'account_id', merchant.account.id),
      await countOf('mail_messages', 'dedupe_key', `receipt:${order.id}`),
    ]).toEqual([1, 1, 1, 1, 1]);
    expect(await exceptionsOf(link)).toEqual([]);
  });
});

describe('two notifications of payments for one link', () => {
  it('at the same moment credit one and put the other aside', async () => {
    const { link, order } = await opened();
    await times(2, (i) => system.pay(order, { id: `${order.providerReference}:${i}` }));
    expect(await system.balance(merchant)).toBe('14265.00');
    expect(await exceptionsOf(link)).toEqual([{ reason: 'link_not_payable', amount: '15000.00', currency: 'ARS' }]);
  });

  it('for two orders of it credit one and put the other aside', async () => {
    const { link, order } = await opened();
    const second = await system.choose(link, 'ars_qr');
    await Promise.all([system.pay(order), system.pay(second)]);
    expect(await system.balance(merchant)).toBe('14265.00');
    expect(await exceptionsOf(link)).toHaveLength(1);
    expect(await countOf('received_payments', 'payment_link_id', link.id)).toBe(1);
  });
});

describe('many payments into one wallet', () => {
  it('are each credited when they arrive at once', async () => {
    const orders = (await times(30, () => opened())).map(({ order }) => order);
    await times(30, (i) => system.pay(orders[i]!));
    // 30 times 14265.
    expect(await system.balance(merchant)).toBe('427950.00');
  });

  it('are each credited when they are settled in one transaction', async () => {
    const made = await times(40, () => opened());
    const keys = made.map(({ order }) => ({ provider: order.provider, id: `batch:${order.id}` }));
    await stored(made.map(({ order }) => order));
    const settled = await system.get(Settlement).settle(keys);
    expect(settled.map(({ outcome }) => outcome)).toEqual(made.map(() => 'credited'));
    expect(await system.balance(merchant)).toBe('570600.00');
    expect((await Promise.all(made.map(({ link }) => read(link)))).map(({ status }) => status)).toEqual(
      made.map(() => 'completed'),
    );
  });

  it('are each credited once when two workers settle the same batch in opposite orders', async () => {
    const made = await times(20, () => opened());
    const keys = made.map(({ order }) => ({ provider: order.provider, id: `batch:${order.id}` }));
    await stored(made.map(({ order }) => order));
    const settlement = system.get(Settlement);
    const [one, other] = await Promise.all([settlement.settle(keys), settlement.settle([...keys].reverse())]);
    expect(one.length + other.length).toBe(20);
    expect(await system.balance(merchant)).toBe('285300.00');
  });

  /** Stores payments that nobody has settled yet, as a crash leaves them. */
  const stored = (orders: readonly CheckoutOrder[]) =>
    system.query(
      `INSERT INTO provider_notifications (provider, notification_id, type, reference, paid_amount, paid_currency, body)
       SELECT provider, 'batch:' || id, 'payment.received', provider_reference, 15000, 'ARS', '{}'
         FROM checkout_orders WHERE id = ANY($1)`,
      [orders.map(({ id }) => id)],
    );
});

describe('a cancellation that races a payment', () => {
  it('ends in exactly one of the two, 50 times', async () => {
    const made = await times(50, () => opened());
    const results = await times(50, async (i) => {
      const { link, order } = made[i]!;
      const [cancelled] = await Promise.all([
        codeOf(system.get(PaymentLinks).cancel(link.id, merchant.by.userId)),
        system.pay(order),
      ]);
      return { cancelled, link: await read(link), aside: (await exceptionsOf(link)).map(({ reason }) => reason) };
    });
    const ends = results.map(({ cancelled, link, aside }) => `${cancelled}: ${link.status}, ${aside.join()}`);
    const paid = ends.filter((end) => end === 'PAYMENT_LINK_NOT_ACTIVE: completed, ').length;
    const cancelled = ends.filter((end) => end === 'done: cancelled, link_not_payable').length;
    expect(paid + cancelled).toBe(50);
    expect(await system.balance(merchant)).toBe(`${14_265 * paid}.00`);
  });
});

describe('a deadline that races a payment', () => {
  it('never costs the merchant the payment', async () => {
    const made = await times(20, () => opened());
    await Promise.all(made.map(({ order }) => runOut(order)));
    await Promise.all([
      ...made.map(({ order }) => system.pay(order)),
      ...[0, 1, 2].map(() => system.get(Deadlines).expireDue(7)),
    ]);
    expect((await Promise.all(made.map(({ link }) => read(link)))).map(({ status }) => status)).toEqual(
      made.map(() => 'completed'),
    );
    expect(await system.balance(merchant)).toBe('285300.00');
  });
});

describe('a payer who chooses again while the payment arrives', () => {
  it('never loses the payment', async () => {
    const made = await times(20, () => opened());
    const chosen = await times(20, async (i) => {
      const { link, order } = made[i]!;
      const [again] = await Promise.all([codeOf(system.choose(link, 'ars_qr')), system.pay(order)]);
      return again;
    });
    expect(chosen.filter((again) => again !== 'done' && again !== 'PAYMENT_LINK_NOT_ACTIVE')).toEqual([]);
    const links = await Promise.all(made.map(({ link }) => read(link)));
    expect(links.map(({ status, paymentMethod }) => `${status} ${paymentMethod}`)).toEqual(
      made.map(() => 'completed ars_transfer'),
    );
  });
});

describe('a payment after the deadline', () => {
  it('is credited, and the link goes from expired to completed', async () => {
    const { link, order } = await opened();
    await runOut(order);
    await system.get(Deadlines).expireDue(100);
    expect(await read(link)).toMatchObject({ status: 'expired', currentUses: 0 });
    await system.pay(order);
    expect(await read(link)).toMatchObject({ status: 'completed', currentUses: 1 });
    expect(await system.balance(merchant)).toBe('14265.00');
  });

  it('that the rail itself announced is credited too', async () => {
    const { link, order } = await opened();
    const { providerReference: reference } = order;
    await system.notify({ id: `${reference}:lapsed`, type: 'order.lapsed', reference });
    expect(await read(link)).toMatchObject({ status: 'expired' });
    await system.pay(order);
    expect(await read(link)).toMatchObject({ status: 'completed' });
  });
});

describe('a payment of something else than was owed', () => {
  it.each`
    amount        | currency | reason
    ${'14999.99'} | ${'ARS'} | ${'amount_mismatch'}
    ${'15000.01'} | ${'ARS'} | ${'amount_mismatch'}
    ${'15000.00'} | ${'BRL'} | ${'currency_mismatch'}
  `('($amount $currency) is recorded as $reason, credits nothing, and the link can still be paid', async (paid) => {
    const { amount, currency, reason } = paid;
    const { link, order } = await opened();
    await system.pay(order, { id: `${order.providerReference}:wrong`, amount, currency });
    expect(await exceptionsOf(link)).toEqual([{ reason, amount, currency }]);
    expect([await system.balance(merchant), (await read(link)).status]).toEqual(['0.00', 'active']);
    await system.pay(order);
    expect([await system.balance(merchant), (await read(link)).status]).toEqual(['14265.00', 'completed']);
  });
});

describe('a payment in another currency', () => {
  it.each`
    link                                                            | customerPaidFee | paid        | credited
    ${{ currency: 'BRL', amount: '500', amountType: 'charge' }}     | ${false}        | ${'500.00'} | ${'95800.00'}
    ${{ currency: 'BRL', amount: '500', amountType: 'charge' }}     | ${true}         | ${'516.00'} | ${'99000.00'}
    ${{ currency: 'BRL', amount: '100000', amountType: 'receive' }} | ${false}        | ${'505.00'} | ${'96800.00'}
    ${{ currency: 'BRL', amount: '100000', amountType: 'receive' }} | ${true}         | ${'521.00'} | ${'100000.00'}
  `('of $paid BRL ($link, payer bears the fee: $customerPaidFee) credits $credited ARS', async (row) => {
    const { order } = await opened({ ...row.link, customerPaidFee: row.customerPaidFee }, 'brl_pix');
    expect(order.terms.payerAmount.toFixed()).toBe(row.paid);
    await system.pay(order);
    expect(await system.balance(merchant)).toBe(row.credited);
  });

  it('that never ends, in bolivianos, leaves no hair in the books', async () => {
    const { order } = await opened({ currency: 'BOB', amount: '1000.33', amountType: 'receive' }, 'bob_qr');
    await system.pay(order);
    expect(await system.balance(merchant)).toBe(order.terms.credited.toFixed());
  });
});

describe('what a crash left between storing and settling', () => {
  it('is settled by the worker, once', async () => {
    const { link, order } = await opened();
    await system.query(
      `INSERT INTO provider_notifications (provider, notification_id, type, reference, paid_amount, paid_currency, body,
         next_attempt_at)
       VALUES ('sandbox', $1, 'payment.received', $2, 15000, 'ARS', '{}', now())`,
      [`crash:${order.id}`, order.providerReference],
    );
    const settlement = system.get(Settlement);
    await Promise.all([settlement.settleDue(10), settlement.settleDue(10)]);
    expect([await system.balance(merchant), (await read(link)).status]).toEqual(['14265.00', 'completed']);
  });
});
