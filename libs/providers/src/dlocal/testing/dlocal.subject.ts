import { newId, SystemClock, type Clock } from '@app/kernel';
import { NoUnitOfWork } from '@app/kernel/testing';
import { PAYMENT_METHODS } from '@app/payment-links';
import { aRailRefundOrder } from '@app/payment-links/testing';
import type { Log } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import { InMemoryProviderObjects } from '@app/rails/testing';
import { KeptIds } from '../../kept-ids';
import { sentIdOf } from '../../sent-ids';
import type { ProviderSubject } from '../../testing/subject';
import { DlocalClient } from '../dlocal-client';
import { methodsWith } from '../dlocal-methods';
import type { DlocalPart } from '../dlocal-part';
import { DlocalPayins } from '../dlocal-payins';
import type { DlocalObjectKind } from '../dlocal-refunds';
import { DLOCAL } from '../dlocal-wire';
import { DlocalProvider } from '../dlocal.provider';
import { aClabePayout, payoutsOver } from './dlocal-payouts.subject';
import { FAKE_CREDENTIALS, FakeDlocal } from './fake-dlocal';
import { FakeDlocalPayouts } from './fake-dlocal-payouts';

export const NOTIFICATION_URL = 'https://pay.example.com/providers/dlocal/notifications';

export interface DlocalOverOptions {
  readonly clock?: Clock;
  readonly others?: readonly DlocalPart[];
  readonly methodIds?: ReadonlyMap<string, string>;
  readonly notificationUrl?: string | undefined;
}

interface PayinsOverOptions {
  readonly methodIds: ReadonlyMap<string, string>;
  readonly notificationUrl: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** What collects and refunds, with the ids that it stores. */
export function payinsOver(client: DlocalClient, { methodIds, ...options }: PayinsOverOptions) {
  const ids = new KeptIds<DlocalObjectKind>(DLOCAL, new InMemoryProviderObjects(), new NoUnitOfWork());
  return { payins: new DlocalPayins(client, { ...options, methods: methodsWith(methodIds), ids }), ids };
}

/** The provider over the fake, its parts, and what it logs. */
export function dlocalOver(fake: FakeDlocal, options: DlocalOverOptions = {}) {
  const { clock = new SystemClock(), others = [], methodIds = new Map<string, string>() } = options;
  const log = new RecordedLog();
  const client = new DlocalClient({ credentials: FAKE_CREDENTIALS, apiBase: fake.url, log });
  const notificationUrl = 'notificationUrl' in options ? options.notificationUrl : NOTIFICATION_URL;
  const { payins, ids } = payinsOver(client, { methodIds, notificationUrl, clock, log });
  const provider = new DlocalProvider(FAKE_CREDENTIALS, [payins, ...others]);
  return { provider, payins, client, ids, log };
}

/** A payment by PSE as the rail opens it: 100000 COP. */
export function aPaymentBody(orderReference: string, changes: object = {}) {
  return {
    amount: 100_000,
    currency: 'COP',
    country: 'CO',
    payment_method_id: 'PC',
    payment_method_flow: 'REDIRECT',
    payer: { name: 'Ana', email: 'ana@example.com', document: '53033315' },
    order_id: orderReference,
    callback_url: 'https://pay.example.com/checkout/1',
    ...changes,
  };
}

/** An order of ours that is open at dLocal; its reference. */
export function anOpenPayment(fake: FakeDlocal, changes: object = {}): string {
  const reference = sentIdOf(newId());
  fake.account.carryOut('POST', new URL('http://fake/payments'), aPaymentBody(reference, changes), undefined);
  return reference;
}

/** A payment of 100 BRL that its payer has made, and an order of a refund of 10 BRL. */
export function aPaidPayment(fake: FakeDlocal) {
  const pix = { amount: 100, currency: 'BRL', country: 'BR', payment_method_id: 'PQ', payment_method_flow: 'DIRECT' };
  const orderReference = anOpenPayment(fake, pix);
  fake.account.move(orderReference, 'PAID');
  return aRailRefundOrder({ provider: DLOCAL, orderReference });
}

/** A refund of ours as dLocal shows it. */
export function aRefundObject(refundId: string, changes: object = {}) {
  return {
    id: 'REF1',
    payment_id: 'D-4-1',
    amount: 10,
    currency: 'BRL',
    status: 'SUCCESS',
    description: sentIdOf(refundId),
    ...changes,
  };
}

export const DLOCAL_SUBJECT: ProviderSubject = {
  name: DLOCAL,
  storedNames: [DLOCAL],
  methods: PAYMENT_METHODS.map(({ code }) => code).filter((code) => code !== 'usd_bank_debit'),
  refunds: true,
  paysOut: true,
  receives: false,
  start: async () => {
    const [fake, payouts] = [await FakeDlocal.start(), await FakeDlocalPayouts.start()];
    return {
      provider: dlocalOver(fake, { others: [payoutsOver(payouts.url).payouts] }).provider,
      stop: () => Promise.all([fake.stop(), payouts.stop()]).then(() => undefined),
      payoutOrder: aClabePayout,
      paidOrder: () => Promise.resolve(aPaidPayment(fake)),
      messages: { [DLOCAL]: (reference, now) => fake.message(aRefundObject(reference), { now }) },
      messagesExpire: false,
      setFunds: (amount) => {
        fake.account.balance = payouts.account.balance = amount === 'none' ? 0 : Infinity;
      },
      debits: null,
    };
  },
};
