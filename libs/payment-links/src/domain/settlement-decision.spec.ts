import { Money } from '@app/kernel';
import { aLapse, aLink, anOrder, aPayment, theTerms } from '../testing/factories';
import type { OrderStatus } from './checkout-order';
import type { LinkStatus } from './payment-link';
import { decide, type Decision } from './settlement-decision';

const paying = (status: LinkStatus, paid: Money | null = Money.of('15000', 'ARS')): Decision => {
  const link = aLink({ status });
  const order = anOrder({ linkId: link.id });
  return decide({ notification: aPayment(order, { paid }), link, order });
};

const lapsing = (status: LinkStatus, orderStatus: OrderStatus): Decision => {
  const link = aLink({ status });
  const order = anOrder({ linkId: link.id, status: orderStatus });
  return decide({ notification: aLapse(order), link, order });
};

const aside = (reason: string, linkStatus: LinkStatus) => ({ outcome: `exception:${reason}`, linkStatus });

describe('the payment of what was owed', () => {
  it.each(['active', 'expired'] as const)('completes a link that is %s', (status) => {
    expect(paying(status)).toEqual({ outcome: 'credited', linkStatus: 'completed' });
  });

  it.each(['processing', 'in_transit', 'completed', 'cancelled', 'returned'] as const)(
    'is put aside when the link is %s, which stays as it is',
    (status) => {
      expect(paying(status)).toEqual(aside('link_not_payable', status));
    },
  );

  it.each<OrderStatus>(['open', 'lapsed', 'superseded', 'paid'])(
    'counts whatever became of the order: %s',
    (status) => {
      const link = aLink();
      const order = anOrder({ linkId: link.id, status });
      expect(decide({ notification: aPayment(order), link, order })).toMatchObject({ outcome: 'credited' });
    },
  );

  it('is put aside when the fees would take more than all of it', () => {
    const link = aLink();
    const order = anOrder({ linkId: link.id, terms: theTerms({ declared: Money.of('100', 'ARS') }) });
    expect(order.terms.credited.toFixed()).toBe('-202.90');
    expect(decide({ notification: aPayment(order), link, order })).toEqual(aside('fee_exceeds_amount', 'active'));
  });

  it('is credited when the fees take exactly all of it', () => {
    const terms = { ...theTerms(), credited: Money.zero('ARS') };
    const link = aLink();
    const order = anOrder({ linkId: link.id, terms });
    expect(decide({ notification: aPayment(order), link, order })).toMatchObject({ outcome: 'credited' });
  });
});

describe('the payment of something else', () => {
  it.each(['14999.99', '15000.01', '0', '-15000', '150.00', '1500000'])('is put aside: %s ARS', (amount) => {
    expect(paying('active', Money.of(amount, 'ARS'))).toEqual(aside('amount_mismatch', 'active'));
  });

  it('is put aside when it is the right figure in another currency', () => {
    expect(paying('active', Money.of('15000', 'BRL'))).toEqual(aside('currency_mismatch', 'active'));
  });

  it('is put aside when nobody says what was paid', () => {
    expect(paying('active', null)).toEqual(aside('currency_mismatch', 'active'));
  });

  it('is put aside for what it is, also when the link could not be paid anyway', () => {
    expect(paying('cancelled', Money.of('1', 'ARS'))).toEqual(aside('amount_mismatch', 'cancelled'));
  });
});

describe('the lapse of an order', () => {
  const LINKS: LinkStatus[] = ['active', 'processing', 'in_transit', 'completed', 'cancelled', 'expired', 'returned'];
  const ORDERS: OrderStatus[] = ['open', 'lapsed', 'superseded', 'paid'];
  const cells = LINKS.flatMap((link) => ORDERS.map((order) => ({ link, order })));

  it('expires an active link when the order is the open one', () => {
    expect(lapsing('active', 'open')).toEqual({ outcome: 'lapsed', linkStatus: 'expired' });
  });

  it.each(cells.filter(({ link, order }) => link !== 'active' || order !== 'open'))(
    'is ignored when the link is $link and the order $order',
    ({ link, order }) => {
      expect(lapsing(link, order)).toEqual({ outcome: 'ignored', linkStatus: link });
    },
  );
});
