import { Money, newId } from '@app/kernel';
import { NoUnitOfWork } from '@app/kernel/testing';
import { RecordedLog } from '@app/platform/testing';
import { InMemoryProviderObjects } from '@app/rails/testing';
import { COLLECTION } from '@app/payment-links';
import { aRailRefundOrder } from '@app/payment-links/testing';
import { PAYOUT } from '@app/transfers';
import { aRailPayoutOrder } from '@app/transfers/testing';
import type { Happened, UnusualMoney } from '../../testing/facts.contract';
import type { ProviderSubject } from '../../testing/subject';
import { KeptIds } from '../../kept-ids';
import { WooviClient } from '../woovi-client';
import { sentIdOf } from '../../sent-ids';
import { WOOVI, type WooviObjectKind } from '../woovi-wire';
import { WooviPayoutRail } from '../woovi-payout.rail';
import { WooviProvider } from '../woovi.provider';
import { FAKE_APP_ID, FakeWoovi } from './fake-woovi';

/** A payout of 48.46 BRL to a Pix key. */
export function aPixPayout(changes: Parameters<typeof aRailPayoutOrder>[0] = {}) {
  return aRailPayoutOrder({
    amount: Money.of('48.46', 'BRL'),
    destination: {
      name: 'Ana Souza',
      document: { type: 'cpf', number: '11144477735' },
      country: 'BR',
      bank: { name: 'Banco do Brasil', pix_key: 'ana@example.com', pix_key_type: 'email' },
    },
    ...changes,
  });
}

/** An open charge of 100 BRL; its reference. */
export function anOpenCharge(fake: FakeWoovi, orderId = newId()): string {
  const orderReference = sentIdOf(orderId);
  const body = { correlationID: orderReference, value: 10_000, expiresIn: 60 };
  fake.account.carryOut('POST', new URL('http://fake/api/v1/charge'), body);
  return orderReference;
}

/** A charge of 100 BRL that its payer has paid, and an order of a refund of 10 BRL. */
export function aPaidCharge(fake: FakeWoovi) {
  const orderId = newId();
  const orderReference = anOpenCharge(fake, orderId);
  fake.account.pay(orderReference);
  return aRailRefundOrder({ provider: WOOVI, orderId, orderReference });
}

/** The provider over the fake, and what it logs. */
export function wooviOver(fake: FakeWoovi) {
  const log = new RecordedLog();
  const client = new WooviClient({ appId: FAKE_APP_ID, apiBase: fake.url, log });
  const ids = new KeptIds<WooviObjectKind>(WOOVI, new InMemoryProviderObjects(), new NoUnitOfWork());
  return { provider: new WooviProvider(client, [fake.publicKey], ids, log), client, ids, log };
}

function unusualOf(fake: FakeWoovi, { provider, client, ids, log }: ReturnType<typeof wooviOver>): UnusualMoney {
  const { account } = fake;
  const { signal } = new AbortController();
  const happened = (kind: string, reference: string, ...contents: object[]): Happened => {
    return { messages: contents.map((each) => fake.message(each)), about: { provider: WOOVI, kind, reference } };
  };
  const paidPayout = async () => {
    const order = aPixPayout();
    await new WooviPayoutRail(client, ids, log).submit(order, signal);
    const confirmed = account.confirm(sentIdOf(order.payoutId));
    await provider.inquire({ provider: WOOVI, kind: PAYOUT, reference: order.payoutId }, signal);
    return { ...order, confirmed, sent: sentIdOf(order.payoutId) };
  };
  return {
    paidTwice: async () => {
      const charge = anOpenCharge(fake);
      return happened(COLLECTION, charge, account.pay(charge), account.pay(charge));
    },
    overpaid: async () => {
      const charge = anOpenCharge(fake);
      return happened(COLLECTION, charge, account.pay(charge, { value: 10_100 }));
    },
    refundFailedAfterSuccess: async () => {
      const { orderReference } = aPaidCharge(fake);
      const refund = account.refundInDashboard(orderReference, 500);
      account.endRefund(orderReference, refund);
      const { facts: before } = await provider.inquire(happened(COLLECTION, orderReference).about, signal);
      return { ...happened(COLLECTION, orderReference, account.endRefund(orderReference, refund, 'REJECTED')), before };
    },
    payoutFailedAfterPaid: async () => {
      const { payoutId, confirmed, sent } = await paidPayout();
      return happened(PAYOUT, payoutId, confirmed, account.fail(sent));
    },
    payoutReturnedInParts: async () => {
      const { payoutId, sent } = await paidPayout();
      return happened(PAYOUT, payoutId, account.giveBack(sent, 1_000), account.giveBack(sent, 2_000));
    },
  };
}

export const WOOVI_SUBJECT: ProviderSubject = {
  name: WOOVI,
  storedNames: [WOOVI],
  methods: ['brl_pix'],
  refunds: true,
  paysOut: true,
  receives: false,
  unusual: ['paidTwice', 'overpaid', 'payoutReturnedInParts'],
  start: async () => {
    const fake = await FakeWoovi.start();
    fake.account.now = () => new Date('2030-01-01T12:00:00.000Z');
    const woovi = wooviOver(fake);
    return {
      provider: woovi.provider,
      unusual: unusualOf(fake, woovi),
      stop: () => fake.stop(),
      messages: {
        [WOOVI]: (reference, now) =>
          fake.message({ event: 'OPENPIX:MOVEMENT_FAILED', payment: { correlationID: sentIdOf(reference) } }, now),
      },
      messagesExpire: false,
      setFunds: (amount) => void (fake.account.balance = amount === 'none' ? 0 : Infinity),
      debits: null,
      payoutOrder: aPixPayout,
      paidOrder: () => Promise.resolve(aPaidCharge(fake)),
    };
  },
};
