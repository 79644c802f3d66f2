import { Money, newId } from '@app/kernel';
import type { CheckoutOrder, OrderStatus } from '../../checkout/domain/checkout-order';
import type { LinkStatus } from '../../links/domain/payment-link';
import { CARD } from '../../links/domain/payment-method';
import { aDebitFact, aDebitOrder, aLink, anOrder, aPayment, theTerms } from '../../testing/factories';
import type { ExceptionStatus } from './payment-exception';
import { PAYMENT_FACT_TYPES, reportsMoney, type PaymentFactType } from './payment-fact';
import {
  decide,
  decideExceptionReturn,
  EXCEPTION_RETURNED,
  returnableException,
  type ReportedException,
} from './settlement-decision';

const LINKS: LinkStatus[] = ['active', 'processing', 'in_transit', 'completed', 'cancelled', 'expired', 'returned'];
const ORDERS: OrderStatus[] = ['open', 'confirmed', 'paid', 'lapsed', 'superseded', 'refused', 'returned'];

interface Given {
  type: PaymentFactType;
  link: LinkStatus;
  order: OrderStatus;
  exceptions?: readonly ReportedException[];
  changes?: Partial<CheckoutOrder>;
  id?: string;
}

/** Decides a fact about a local order, or about a USD debit. */
const deciding =
  (make: (changes: Partial<CheckoutOrder> & { linkId: string }) => CheckoutOrder) =>
  ({ type, link: linkStatus, order: orderStatus, exceptions = [], changes = {}, id = newId() }: Given) => {
    const link = aLink({ status: linkStatus });
    const order = make({ linkId: link.id, status: orderStatus, ...changes });
    const paid = reportsMoney(type) ? order.terms.payerAmount : null;
    return decide({ fact: aPayment(order, { id, type, paid }), link, order, exceptions, credited: [], ...IN_TIME });
  };
const ofLocal = deciding(anOrder);
const ofDebit = deciding(aDebitOrder);
const ofCard = deciding((changes) => anOrder({ ...changes, method: CARD, expiresAt: null }));

/** `outcome: link, order`, with a dot for a status that does not change. */
const outcomeOf = (decision: ReturnType<typeof decide>, { link, order }: { link: LinkStatus; order: OrderStatus }) =>
  `${decision.outcome}: ${decision.link.status === link ? '.' : decision.link.status}, ${decision.order.status === order ? '.' : decision.order.status}`;

const anException = (changes: Partial<ReportedException> = {}): ReportedException => ({
  id: newId(),
  paymentReference: null,
  notificationId: newId(),
  amount: Money.of('50', 'USD'),
  status: 'open',
  orderless: false,
  payment: null,
  ...changes,
});

/** Received before any deadline of an order, while no rate has moved. */
const IN_TIME = { receivedAt: new Date(0), rateMoved: false, rateLockMs: 0 };

const EXCEPTION = 'exception:link_not_payable: ., .';
const IGNORED = 'ignored: ., .';
const WAITING = 'waiting: ., .';

/**
 * The outcome of a fact, for every status of the link (rows) and of the order (columns, in the order of
 * `ORDERS`): a letter of the legend.
 */
interface Table {
  legend: Readonly<Record<string, string>>;
  rows: Readonly<Record<LinkStatus, string>>;
}

const cellsOf = ({ legend, rows }: Table) =>
  LINKS.flatMap((link) =>
    rows[link].split(' ').map((letter, i) => ({ link, order: ORDERS[i]!, expected: legend[letter]! })),
  );

const PAID = { '+': 'credited: completed, paid', '-': EXCEPTION };

/** An order that is paid or returned accepts no second payment; a link underway is completed only by its own debit. */
const LOCAL_PAYMENT: Table = {
  legend: PAID,
  //            open confirmed paid lapsed superseded refused returned
  rows: {
    active: '+ + - + + + -',
    processing: '- - - - - - -',
    in_transit: '- - - - - - -',
    completed: '- - - - - - -',
    cancelled: '- - - - - - -',
    expired: '+ + - + + + -',
    returned: '- - - - - - -',
  },
};

const DEBIT_SETTLED: Table = {
  legend: PAID,
  //            open confirmed paid lapsed superseded refused returned
  rows: {
    active: '+ + - + + + -',
    processing: '- + - - - - -',
    in_transit: '- + - - - - -',
    completed: '- - - - - - -',
    cancelled: '- - - - - - -',
    expired: '- - - - - - -',
    returned: '- - - - - - -',
  },
};

const DEBIT_SUBMITTED: Table = {
  legend: { '+': 'submitted: in_transit, confirmed', '~': 'submitted: in_transit, .', '-': IGNORED },
  //            open confirmed paid lapsed superseded refused returned
  rows: {
    active: '+ ~ - - - - -',
    processing: '+ ~ - - - - -',
    in_transit: '- - - - - - -',
    completed: '- - - - - - -',
    cancelled: '- - - - - - -',
    expired: '- - - - - - -',
    returned: '- - - - - - -',
  },
};

/** Only the debit that moved the link makes it payable again. */
const DEBIT_REFUSED: Table = {
  legend: { '+': 'refused: active, refused', '~': 'refused: ., refused', '-': IGNORED },
  //            open confirmed paid lapsed superseded refused returned
  rows: {
    active: '~ ~ - - ~ - -',
    processing: '~ + - - ~ - -',
    in_transit: '~ + - - ~ - -',
    completed: '~ ~ - - ~ - -',
    cancelled: '~ ~ - - ~ - -',
    expired: '~ ~ - - ~ - -',
    returned: '~ ~ - - ~ - -',
  },
};

/** Before its settlement has arrived it waits; a debit that is over has nothing left to return. */
const DEBIT_RETURNED: Table = {
  legend: { '+': 'returned: returned, returned', '?': WAITING, '-': IGNORED },
  //            open confirmed paid lapsed superseded refused returned
  rows: {
    active: '? ? - ? ? - -',
    processing: '? ? - ? ? - -',
    in_transit: '? ? - ? ? - -',
    completed: '? ? + ? ? - -',
    cancelled: '? ? - ? ? - -',
    expired: '? ? - ? ? - -',
    returned: '? ? - ? ? - -',
  },
};

/** Only an open order can expire, and only an active link with it. */
const LAPSE: Table = {
  legend: { '+': 'lapsed: expired, lapsed', '-': IGNORED },
  rows: {
    active: '+ - - - - - -',
    processing: '- - - - - - -',
    in_transit: '- - - - - - -',
    completed: '- - - - - - -',
    cancelled: '- - - - - - -',
    expired: '- - - - - - -',
    returned: '- - - - - - -',
  },
};

/** The link of an open order can be paid again; an order that has ended is not declined any more. */
const DECLINED: Table = {
  legend: { '+': 'declined: ., refused', '-': IGNORED },
  //            open confirmed paid lapsed superseded refused returned
  rows: {
    active: '+ + - - + - -',
    processing: '+ + - - + - -',
    in_transit: '+ + - - + - -',
    completed: '+ + - - + - -',
    cancelled: '+ + - - + - -',
    expired: '+ + - - + - -',
    returned: '+ + - - + - -',
  },
};

const NOTHING: Table = {
  legend: { '-': IGNORED },
  rows: Object.fromEntries(LINKS.map((link) => [link, ORDERS.map(() => '-').join(' ')])) as Table['rows'],
};

describe.each<[PaymentFactType, string, typeof ofLocal, Table]>([
  ['order.lapsed', 'a local order', ofLocal, LAPSE],
  ['order.lapsed', 'a debit', ofDebit, LAPSE],
  ['order.declined', 'a local order', ofLocal, DECLINED],
  ['order.declined', 'a debit', ofDebit, NOTHING],
  ['payment.received', 'a local order', ofLocal, LOCAL_PAYMENT],
  ['payment.received', 'a debit', ofDebit, DEBIT_SETTLED],
  ['order.lapsed', 'a card payment', ofCard, LAPSE],
  ['payment.received', 'a card payment', ofCard, LOCAL_PAYMENT],
  ['debit.settled', 'a debit', ofDebit, DEBIT_SETTLED],
  ['debit.submitted', 'a debit', ofDebit, DEBIT_SUBMITTED],
  ['debit.refused', 'a debit', ofDebit, DEBIT_REFUSED],
  ['debit.returned', 'a debit', ofDebit, DEBIT_RETURNED],
])('%s of %s', (type, _, decideIt, table) => {
  it.each(cellsOf(table))('on a link that is $link, the order being $order, is $expected', (cell) => {
    expect(outcomeOf(decideIt({ type, ...cell }), cell)).toBe(cell.expected);
  });
});

describe('any decision', () => {
  const cells = PAYMENT_FACT_TYPES.flatMap((type) =>
    LINKS.flatMap((link) => ORDERS.map((order) => ({ type, link, order }))),
  );

  it.each(['debit.submitted', 'debit.refused', 'debit.returned'] as const)(
    'about a local order or a card payment ignores %s, which it never has',
    (type) => {
      const outcomes = [ofLocal, ofCard].flatMap((decideIt) =>
        cells.map((cell) => decideIt({ ...cell, type }).outcome),
      );
      expect(new Set(outcomes)).toEqual(new Set(['ignored']));
    },
  );

  it('about card payments moves a card link only to completed and expired', () => {
    const reached = cells.filter(({ link }) => link === 'active').map((cell) => ofCard(cell).link.status);
    expect([...new Set(reached)].sort()).toEqual(['active', 'completed', 'expired']);
  });

  it('that waits moves nothing', () => {
    const waiting = cells.map((cell) => ({ cell, decision: ofDebit(cell) }));
    for (const { cell, decision } of waiting.filter(({ decision: { outcome } }) => outcome === 'waiting')) {
      expect(decision).toMatchObject({ link: { status: cell.link }, order: { status: cell.order } });
    }
  });
});

describe('an order that is declined', () => {
  const expiresAt = new Date('2030-01-01T12:00:00.000Z');
  const declining = (status: OrderStatus) => {
    const link = aLink({ status: 'active', expiresAt });
    const order = anOrder({ linkId: link.id, status });
    const fact = aPayment(order, { type: 'order.declined', paid: null });
    return decide({ fact, link, order, exceptions: [], credited: [], ...IN_TIME }).link.expiresAt;
  };

  it('takes the deadline of its link with it (rule 6.14)', () => {
    expect(declining('open')).toBeNull();
  });

  it('leaves the deadline of the order that superseded it', () => {
    expect(declining('superseded')).toEqual(expiresAt);
  });
});

describe('the payment of what was owed', () => {
  const paying = (changes: Partial<CheckoutOrder>) =>
    ofLocal({ type: 'payment.received', link: 'active', order: 'open', changes }).outcome;

  it('becomes a payment exception when the fees exceed it', () => {
    const terms = theTerms({ declared: Money.of('100', 'ARS') });
    expect(terms.credited.toFixed()).toBe('-202.90');
    expect(paying({ terms })).toBe('exception:fee_exceeds_amount');
  });

  it('is credited when the fees equal it', () => {
    expect(paying({ terms: { ...theTerms(), credited: Money.zero('ARS') } })).toBe('credited');
  });
});

describe('the payment of another amount', () => {
  const paying = (paid: Money | null, status: LinkStatus = 'active') => {
    const link = aLink({ status });
    const order = anOrder({ linkId: link.id });
    return decide({ fact: aPayment(order, { paid }), link, order, exceptions: [], credited: [], ...IN_TIME });
  };

  it.each(['14999.99', '15000.01', '0', '-15000', '150.00', '1500000'])(
    'becomes a payment exception: %s ARS',
    (amount) => {
      expect(paying(Money.of(amount, 'ARS'))).toMatchObject({
        outcome: 'exception:amount_mismatch',
        link: { status: 'active' },
        order: { status: 'open' },
      });
    },
  );

  it('becomes a payment exception when it is the right figure in another currency', () => {
    expect(paying(Money.of('15000', 'BRL')).outcome).toBe('exception:currency_mismatch');
  });

  it('becomes a payment exception when the amount is not reported', () => {
    expect(paying(null).outcome).toBe('exception:currency_mismatch');
  });

  it('becomes a payment exception for its amount, even when the link could not be paid anyway', () => {
    expect(paying(Money.of('1', 'ARS'), 'cancelled').outcome).toBe('exception:amount_mismatch');
  });
});

describe('a fact that repeats a payment (rule 6.21)', () => {
  const repeating = (changes: Parameters<typeof aPayment>[1], status: OrderStatus = 'paid') => {
    const link = aLink({ status: 'completed' });
    const order = anOrder({ linkId: link.id, status });
    const fact = aPayment(order, changes);
    return decide({ fact, link, order, exceptions: [], credited: ['pi_1'], ...IN_TIME }).outcome;
  };

  it('is ignored whatever its id is, also after the money went back', () => {
    expect(repeating({ paymentReference: 'pi_1' })).toBe('ignored');
    expect(repeating({ paymentReference: 'pi_1' }, 'returned')).toBe('ignored');
  });

  it('is money beside it when it names another payment, or none, or another amount', () => {
    expect(repeating({ paymentReference: 'pi_2' })).toBe('exception:link_not_payable');
    expect(repeating({})).toBe('exception:link_not_payable');
    const paid = Money.of('1', 'ARS');
    expect(repeating({ paymentReference: 'pi_1', paid })).toBe('exception:amount_mismatch');
  });
});

describe('a payment exception under the fact’s own id', () => {
  const payingAgain = (status: ExceptionStatus) =>
    ofLocal({
      type: 'payment.received',
      link: 'active',
      order: 'open',
      id: 'n1',
      exceptions: [anException({ notificationId: 'n1', status })],
    }).outcome;

  it('is credited once its order is known', () => {
    expect(payingAgain('open')).toBe('credited');
  });

  it.each(['credited', 'refunded', 'matched'] as const)('is not credited again once it is %s', (status) => {
    expect(payingAgain(status)).toBe('ignored');
  });

  it('says nothing about another fact of the order', () => {
    const exceptions = [anException({ notificationId: 'another', status: 'open' })];
    expect(ofLocal({ type: 'payment.received', link: 'active', order: 'open', exceptions }).outcome).toBe('credited');
  });
});

describe('the return of a debit that became a payment exception', () => {
  const returning = (link: LinkStatus, order: OrderStatus, exceptions: readonly ReportedException[]) =>
    ofDebit({ type: 'debit.returned', link, order, exceptions, ...IN_TIME });

  it.each<LinkStatus>(['processing', 'in_transit'])(
    'takes that back, and lets the link that is %s be paid again, whose debit failed',
    (link) => {
      expect(returning(link, 'confirmed', [anException()])).toMatchObject({
        outcome: EXCEPTION_RETURNED,
        link: { status: 'active' },
        order: { status: 'refused' },
      });
    },
  );

  it.each<[LinkStatus, OrderStatus]>([
    ['cancelled', 'open'],
    ['completed', 'superseded'],
    ['active', 'refused'],
  ])('takes that back, and moves neither the link that is %s nor the order that is %s', (link, order) => {
    expect(returning(link, order, [anException()])).toMatchObject({
      outcome: EXCEPTION_RETURNED,
      link: { status: link },
      order: { status: order },
    });
  });

  it('takes back the collection first, where the order was credited', () => {
    expect(returning('completed', 'paid', [anException()]).outcome).toBe('returned');
  });

  it.each(['credited', 'matched'] as const)(
    'waits where the payment exception is %s as the link’s own payment',
    (status) => {
      expect(returning('in_transit', 'confirmed', [anException({ status })]).outcome).toBe('waiting');
    },
  );

  it('is ignored when staff have had the rail send the money back: nothing is left to take', () => {
    expect(returning('cancelled', 'open', [anException({ status: 'refunded' })]).outcome).toBe('ignored');
  });

  it.each(['refunded', 'returned'] as const)(
    'that names what it took is a second return where that is %s already (rule 17.22)',
    (status) => {
      const [link, exceptions] = [aLink({ status: 'cancelled' }), [anException({ status })]];
      const order = aDebitOrder({ linkId: link.id, status: 'open' });
      const fact = aDebitFact(order, 'debit.returned', { paid: Money.of('50', 'USD') });
      const about = { fact, exceptions };
      expect(decide({ ...about, link, order, credited: [], ...IN_TIME }).outcome).toBe('returned_again');
      expect(decideExceptionReturn(about)).toEqual({ outcome: 'returned_again', exception: exceptions[0] });
    },
  );

  it.each<[LinkStatus, OrderStatus]>([
    ['cancelled', 'open'],
    ['returned', 'returned'],
    ['active', 'refused'],
  ])('takes back what staff credited in addition to the link that is %s, whose order is %s', (link, order) => {
    const credited = anException({ status: 'credited', payment: 'credited' });
    expect(returning(link, order, [credited])).toMatchObject({
      outcome: 'credit_returned',
      link: { status: link },
      order: { status: order },
    });
  });

  it('does not take back twice what staff credited', () => {
    const returned = anException({ status: 'credited', payment: 'returned' });
    expect(returning('returned', 'returned', [returned]).outcome).toBe('ignored');
  });
});

describe('the return of a payment that came before its order was known, for an order that is not a debit', () => {
  const returning = (exception: ReportedException) =>
    ofLocal({ type: 'debit.returned', link: 'active', order: 'open', exceptions: [exception], ...IN_TIME }).outcome;

  it('takes that back', () => {
    expect(returning(anException({ orderless: true }))).toBe(EXCEPTION_RETURNED);
  });

  it('takes back what staff credited', () => {
    expect(returning(anException({ orderless: true, status: 'credited' }))).toBe('credit_returned');
  });

  it('is ignored when nothing is left to take', () => {
    expect(returning(anException({ orderless: true, status: 'refunded' }))).toBe('ignored');
  });
});

describe('a return that names its payment (rule 17.23)', () => {
  const first = anException({ paymentReference: 'pi_1' });
  const second = anException({ paymentReference: 'pi_2', status: 'credited', payment: 'credited' });
  const takenBy = (paymentReference: string | undefined) =>
    returnableException({ fact: { paid: null, paymentReference }, exceptions: [first, second] });

  it('takes the money of that one, whatever else of the order waits', () => {
    expect([takenBy('pi_1'), takenBy('pi_2')]).toEqual([first, second]);
  });

  it('takes what waits first when it names none that is known', () => {
    expect([takenBy('pi_3'), takenBy(undefined)]).toEqual([first, first]);
  });
});

describe('the fact of a debit', () => {
  it.each(PAYMENT_FACT_TYPES)('%s carries an amount exactly when money has come in', (type) => {
    expect(reportsMoney(type)).toBe(type === 'payment.received' || type === 'debit.settled');
  });

  it('becomes a payment exception when another amount was settled than the payer confirmed', () => {
    const link = aLink({ status: 'in_transit' });
    const order = aDebitOrder({ linkId: link.id, status: 'confirmed' });
    const fact = aDebitFact(order, 'debit.settled', { paid: Money.of('49.99', 'USD') });
    expect(decide({ fact, link, order, exceptions: [], credited: [], ...IN_TIME })).toMatchObject({
      outcome: 'exception:amount_mismatch',
      link: { status: 'in_transit' },
      order: { status: 'confirmed' },
    });
  });
});
