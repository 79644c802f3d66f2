import { Money, newId } from '@app/kernel';
import { RecordedLog } from '@app/platform/testing';
import { aRailRefundOrder } from '@app/payment-links/testing';
import { aRailPayoutOrder } from '@app/transfers/testing';
import type { ProviderSubject } from '../../testing/subject';
import { WooviClient } from '../woovi-client';
import { sentIdOf } from '../../sent-ids';
import { WOOVI } from '../woovi-wire';
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

/** A charge of 100 BRL that its payer has paid, and an order of a refund of 10 BRL. */
export function aPaidCharge(fake: FakeWoovi) {
  const orderId = newId();
  const orderReference = sentIdOf(orderId);
  const body = { correlationID: orderReference, value: 10_000, expiresIn: 60 };
  fake.account.carryOut('POST', new URL('http://fake/api/v1/charge'), body);
  fake.account.pay(orderReference);
  return aRailRefundOrder({ provider: WOOVI, orderId, orderReference });
}

/** The provider over the fake, and what it logs. */
export function wooviOver(fake: FakeWoovi): { provider: WooviProvider; client: WooviClient; log: RecordedLog } {
  const log = new RecordedLog();
  const client = new WooviClient({ appId: FAKE_APP_ID, apiBase: fake.url, log });
  return { provider: new WooviProvider(client, [fake.publicKey], log), client, log };
}

export const WOOVI_SUBJECT: ProviderSubject = {
  name: WOOVI,
  storedNames: [WOOVI],
  methods: ['brl_pix'],
  refunds: true,
  paysOut: true,
  receives: false,
  start: async () => {
    const fake = await FakeWoovi.start();
    fake.account.now = () => new Date('2030-01-01T12:00:00.000Z');
    return {
      provider: wooviOver(fake).provider,
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
