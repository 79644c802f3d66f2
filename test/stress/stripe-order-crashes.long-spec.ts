import { FakeStripe } from '@app/providers/testing';
import { newId } from '@app/kernel';
import { CARD_LINKS } from '../support/paid-links';
import { CardCancelTrial } from './card-cancel-trial';
import { KillableService } from './killable-service';
import { FORM, lockOfLink, OrderTrial, type OrderJourney } from './order-trial';
import { stripeSettings } from './stripe-works';

const ORDERS = 40;
const OPEN_LINK = /^POST .*payment_links$/;
const CONFIRM = /^POST .*payment_intents\/[^/]+\/confirm$/;

describe('kill -9 of the API around calls of Stripe', () => {
  let fake: FakeStripe;
  let service: KillableService;

  beforeAll(async () => {
    fake = await FakeStripe.start();
    service = await KillableService.start({
      PROVIDERS: 'sandbox,stripe',
      COLLECTION_ROUTES: 'card:stripe,usd_bank_debit:stripe,*:sandbox',
      PAYOUT_ROUTES: '*:sandbox',
      ...stripeSettings(fake),
    });
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await fake.stop();
  });

  describe(`of ${ORDERS} card links that merchants create and payers pay`, () => {
    let trial: OrderTrial;

    beforeAll(async () => {
      trial = new OrderTrial(service, {
        count: ORDERS,
        journey: creatingCardLinks(),
        fake,
        opening: OPEN_LINK,
        opened: () => [...fake.account.cards.links.values()].map(({ metadata }) => metadata['servicepay_id']!),
        pay: (reference) => fake.message('checkout.session.completed', fake.account.payByCard(reference)),
      });
      await trial.run();
    }, 300_000);

    it('each request creates one link, with a payment link of its own (rule 16.14)', async () => {
      const ordered = await trial.ordered();
      expect(ordered.map((reference) => fake.account.cards.linkOf(reference).metadata['servicepay_id'])).toEqual(
        ordered,
      );
      expect([ordered.length, new Set(ordered).size]).toEqual([ORDERS, ORDERS]);
    });

    it('each payment is credited once (rule 6.1)', () => trial.expectCreditedOnce());

    it('money for the payment links that a kill cut off becomes payment exceptions (rule 6.3)', () =>
      trial.expectExceptionForEachAbandoned());
  });

  describe(`of ${ORDERS} bank debits that payers authorise`, () => {
    let trial: OrderTrial;

    beforeAll(async () => {
      trial = new OrderTrial(service, {
        count: ORDERS,
        journey: authorisingDebits(),
        fake,
        opening: CONFIRM,
        opened: () => [...fake.account.debits.accounts.keys()].map((id) => referenceOf(fake, id)),
        pay: (reference) => {
          const debit = fake.account.debits.of(reference).find(({ id }) => fake.account.debits.accounts.has(id))!;
          fake.account.debits.settle(debit);
          return fake.message('payment_intent.succeeded', debit);
        },
      });
      await trial.run();
    }, 300_000);

    it('each order debits one account, once (rule 6.10)', async () => {
      const debited = [...fake.account.debits.accounts.keys()].map((id) => referenceOf(fake, id));
      expect([...debited].sort()).toEqual([...(await trial.ordered())].sort());
    });

    it('each debit is credited once (rule 6.1)', () => trial.expectCreditedOnce());
  });

  describe('of card links that merchants cancel while payers pay', () => {
    let trial: CardCancelTrial;

    beforeAll(async () => {
      trial = new CardCancelTrial(service, fake);
      await trial.run();
    }, 300_000);

    it('each is cancelled and cannot be paid, or was paid and is credited once (rule 5.3)', async () => {
      expect(await trial.outcomes()).toEqual(trial.expected());
    });

    it('the books balance', () => trial.expectBooksBalanced());
  });
});

function referenceOf(fake: FakeStripe, payment: string): string {
  return fake.account.debits.debit(payment).metadata['servicepay_id']!;
}

/** A merchant creates a link for each key, and repeats the request with the same key. */
function creatingCardLinks(): OrderJourney {
  let apiKey = '';
  const body = { amount: 100, currency: 'BRL', description: 'Order 1001' };
  return {
    prepare: async (service, count) => {
      const merchant = await service.merchant({ localCurrency: 'BRL', cards: true });
      ({ apiKey } = merchant);
      return { walletId: merchant.local!.id, subjects: Array.from({ length: count }, () => newId()) };
    },
    order: async (api, key) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': key };
      return (await api.post(CARD_LINKS, body, headers)).status === 201;
    },
    lock: (_key, walletId) => ({ select: 'SELECT 1 FROM wallets WHERE id = $1', parameters: [walletId] }),
  };
}

/** Payers authorise the debit of their account on links of 50 USD, and send the form again without a response. */
function authorisingDebits(): OrderJourney {
  const orders = new Map<string, string>();
  const account = {
    name: 'Ana Souza',
    email: 'ana@example.com',
    account_holder_type: 'individual',
    account_type: 'checking',
    routing_number: '021000021',
    account_number: '000123456789',
    consent: 'yes',
  };
  return {
    prepare: async (service, count) => {
      const merchant = await service.merchant({ usd: true });
      const open = async () => {
        const link = await service.createLink(merchant, { amount: 50, currency: 'USD' });
        await service.openOrder(link, 'usd_bank_debit', { email: account.email });
        const [order] = await service.sql<{ id: string }>('SELECT id FROM checkout_orders WHERE link_id = $1', [link]);
        orders.set(link, order!.id);
        return link;
      };
      return { walletId: merchant.usd!.id, subjects: await Promise.all(Array.from({ length: count }, open)) };
    },
    order: async (api, link) => {
      const form = new URLSearchParams({ order: orders.get(link)!, ...account });
      return (await api.post(`/checkout/${link}/debit`, form.toString(), FORM)).status === 303;
    },
    lock: lockOfLink,
  };
}
