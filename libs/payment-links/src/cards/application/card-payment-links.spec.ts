import { anAccount } from '@app/accounts/testing';
import { NO_FEES, type FeeSchedule } from '@app/fees';
import { aCollectionSetting } from '@app/fees/testing';
import { decimal, Money, newId, toCurrency } from '@app/kernel';
import { aClaim, NoUnitOfWork, RecordedResponses, StandingClock } from '@app/kernel/testing';
import type { InquirySubject, StatusInquiries } from '@app/rails';
import { aProvider, collecting, registryOf } from '@app/rails/testing';
import { GivenRates } from '@app/rates/testing';
import type { EventPublisher, WebhookEvent } from '@app/webhooks';
import { OrderInquiries } from '../../checkout/application/order-inquiries';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { CollectionPricing } from '../../links/application/collection-pricing';
import type { CollectionProfiles, CollectionWallet } from '../../links/application/collection-profiles';
import { LinkDrafts } from '../../links/application/link-drafts';
import { LinkLog } from '../../links/application/link-log';
import { LinkRecords } from '../../links/application/link-records';
import { PaymentLinks } from '../../links/application/payment-links';
import type { PaymentLink } from '../../links/domain/payment-link';
import { aNewLink } from '../../testing/factories';
import { InMemoryCardPlatform } from '../../testing/in-memory-card.platform';
import type { InMemoryTables } from '../../testing/in-memory-tables';
import { RecordedAudit } from '../../testing/recorded';
import { inMemoryRepositories } from '../../testing/repositories';
import { ServedMethods } from '../../links/application/served-methods';
import { CARD } from '../../links/domain/payment-method';
import { CardPaymentLinks } from './card-payment-links';
import { CardSessions } from './card-sessions';

const MAX_AGE_MS = 3_600_000;

function wallet(currency: string, lane: 'local' | 'usd' = 'local'): CollectionWallet {
  return { id: newId(), currency: toCurrency(currency), lane };
}

/** Of the worked examples, and 3.9 % + 0.50 USD for cards. */
const FEES: FeeSchedule = {
  ...NO_FEES,
  collection: aCollectionSetting(),
  cards: aCollectionSetting({ percentage: '3.9', fixedUsd: '0.50' }),
  conversion: { percentage: decimal('1') },
};

describe('CardPaymentLinks', () => {
  const userId = newId();
  let stored: InMemoryTables;
  let platform: InMemoryCardPlatform;
  let clock: StandingClock;
  let rates: GivenRates;
  let events: WebhookEvent[];
  let profile: { wallets: CollectionWallet[]; fees: FeeSchedule };
  let cards: CardPaymentLinks;
  let links: PaymentLinks;
  let responses: RecordedResponses;
  let audit: RecordedAudit;
  /** Planned inquiries, and what happens when the provider is asked at once. */
  let asked: { subjects: readonly InquirySubject[]; inMs: number }[];
  let askNow: () => Promise<boolean>;

  beforeEach(async () => {
    platform = new InMemoryCardPlatform();
    clock = new StandingClock();
    responses = new RecordedResponses();
    events = [];
    profile = { wallets: [wallet('ARS')], fees: FEES };
    rates = new GivenRates(clock, { fxMaxAgeMs: MAX_AGE_MS });
    setRate('USD', 'ARS', '1000');
    setRate('USD', 'BRL', '5');
    const profiles = { of: () => Promise.resolve(profile) } as unknown as CollectionProfiles;
    const publisher = {
      publish: async (_tx: unknown, published: WebhookEvent[]) => void events.push(...published),
    } as unknown as EventPublisher;
    const { tables, links: repository, orders, uow } = inMemoryRepositories(new NoUnitOfWork());
    const pricing = new CollectionPricing(rates);
    audit = new RecordedAudit();
    const log = new LinkLog(audit);
    stored = tables;
    const drafts = new LinkDrafts(profiles, pricing, rates, clock);
    const records = new LinkRecords(repository, orders, log, responses, publisher);
    const capabilities = collecting([CARD], [Money.of('999999.99', 'BRL')]);
    const { providers, routes } = registryOf(aProvider({ adapters: [platform], capabilities }));
    const served = new ServedMethods(routes);
    links = new PaymentLinks(drafts, records, pricing, served, uow);
    asked = [];
    askNow = async () => true;
    const inquiries = new OrderInquiries({
      schedule: async (subjects: readonly InquirySubject[], inMs: number) => void asked.push({ subjects, inMs }),
      askNow: () => askNow(),
    } as unknown as StatusInquiries);
    const sessions = new CardSessions(providers, routes, inquiries, { publicUrl: 'https://pay.example.com' });
    cards = new CardPaymentLinks(links, drafts, records, orders, sessions, served, uow);
  });

  afterEach(() => jest.restoreAllMocks());

  function setRate(base: string, quote: string, rate: string): void {
    rates.give(base, quote, rate);
    rates.invalidate();
  }

  const cardAccount = () => anAccount({ cardsEnabled: true, usdEnabled: true });

  function create(changes: Parameters<typeof aNewLink>[0] = {}, account = cardAccount()) {
    return cards.create({ account, userId, apiKeyId: null }, aNewLink(changes));
  }

  function estimate(changes: Parameters<typeof aNewLink>[0] = {}, account = cardAccount()) {
    return cards.estimate({ account, userId, apiKeyId: null }, aNewLink(changes));
  }

  const orderOf = (link: PaymentLink): CheckoutOrder => stored.ordersOf(link.id)[0]!;
  const code = (expected: string) => expect.objectContaining({ code: expected });

  describe('creating', () => {
    it('stores an active card link that no method has been chosen for', async () => {
      const link = await create();

      expect(stored.links.get(link.id)).toMatchObject({
        kind: 'card_payment_link',
        status: 'active',
        paymentMethod: null,
        expiresAt: null,
        amount: Money.of('15000.00', 'ARS'),
      });
    });

    it('keeps the response to its Idempotency-Key', async () => {
      const claim = aClaim();
      const account = anAccount({ cardsEnabled: true });
      const response = { claim, present: ({ id }: PaymentLink) => ({ id }) };
      const { id } = await cards.create({ account, userId, apiKeyId: null }, aNewLink(), response);

      expect(responses.kept).toEqual([{ claim, response: { id } }]);
    });

    it('opens a session for the amount that the payer pays', async () => {
      const link = await create({ customerPaidFee: true });

      expect(platform.openSessions()).toEqual([
        {
          linkId: link.id,
          amount: Money.of('16085.00', 'ARS'),
          description: 'Order 1001',
          returnUrl: `https://pay.example.com/checkout/${link.id}`,
        },
      ]);
    });

    it('stores the order of that session, payable without a deadline', async () => {
      const order = orderOf(await create());

      expect(order).toMatchObject({
        method: 'card',
        status: 'open',
        provider: 'memory_cards',
        providerReference: `memory_${order.linkId}`,
        expiresAt: null,
      });
    });

    it('plans the first inquiry about the order, whose notification may not come (rule 6.11)', async () => {
      const { provider, providerReference: reference } = orderOf(await create());
      expect(asked).toEqual([{ subjects: [{ provider, kind: 'collection', reference }], inMs: 60_000 }]);
    });

    it('fixes the figures with the setting of cards', async () => {
      const { terms } = orderOf(await create());

      expect([terms.collectionFee, terms.credited].map(String)).toEqual(['1085.00 ARS', '13915.00 ARS']);
    });

    it('uses the general setting when cards have none', async () => {
      profile.fees = { ...FEES, cards: null };
      expect(orderOf(await create()).terms.collectionFee.toString()).toBe('735.00 ARS');
    });

    it('keeps the rate of the creation when rates change afterwards', async () => {
      const link = await create({ amount: '500', currency: 'BRL', amountType: 'charge' });
      setRate('USD', 'BRL', '10');

      expect(orderOf(link).terms).toMatchObject({ exchangeRate: '200', gross: Money.of('100000.00', 'ARS') });
    });

    it('credits a collection in USD to the USD wallet', async () => {
      const usd = wallet('USD', 'usd');
      profile.wallets.push(usd);
      expect((await create({ currency: 'USD', amount: '50' })).walletId).toBe(usd.id);
    });
  });

  describe('rejects a card link, and opens no session', () => {
    afterEach(() => {
      expect(platform.openSessions()).toEqual([]);
      expect(stored.links.size).toBe(0);
    });

    it('where cards are not enabled', async () => {
      await expect(create({}, anAccount())).rejects.toThrow(code('CARD_PAYMENTS_NOT_ENABLED'));
    });

    it('an unsupported currency, before it checks whether cards are enabled', async () => {
      await expect(create({ currency: 'PEN' }, anAccount())).rejects.toThrow(code('VALIDATION_FAILED'));
    });

    it('without cards before it looks for a wallet', async () => {
      profile.wallets = [wallet('USD', 'usd')];
      await expect(create({}, anAccount())).rejects.toThrow(code('CARD_PAYMENTS_NOT_ENABLED'));
      await expect(create()).rejects.toThrow(code('WALLET_NOT_FOUND'));
    });

    it('a collection in USD where that channel is not enabled', async () => {
      const account = anAccount({ cardsEnabled: true, usdEnabled: false });
      await expect(create({ currency: 'USD' }, account)).rejects.toThrow(code('USD_ACCOUNT_NOT_ENABLED'));
    });

    it('at a stored rate that is too old', async () => {
      clock.advance(MAX_AGE_MS + 1);
      await expect(create({ currency: 'BRL' })).rejects.toThrow(code('EXCHANGE_RATE_UNAVAILABLE'));
    });

    it('between currencies that have no rate', async () => {
      await expect(create({ currency: 'MXN' })).rejects.toThrow(code('EXCHANGE_RATE_UNAVAILABLE'));
    });

    it('a fixed fee at a dollar rate that is too old, even when nothing else is converted', async () => {
      clock.advance(MAX_AGE_MS + 1);
      await expect(create()).rejects.toThrow(code('EXCHANGE_RATE_UNAVAILABLE'));
    });

    it('an amount that the fees exceed, and names it', async () => {
      await expect(create({ amount: '500' })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { errors: { amount: [expect.stringContaining('fees')] } },
      });
    });

    it('when the platform fails', async () => {
      platform.failure = new Error('503 from the platform');
      await expect(create()).rejects.toMatchObject({ code: 'CARD_PAYMENT_ERROR', cause: platform.failure });
    });

    afterEach(() => {
      jest.useRealTimers();
    });

    it('when the platform does not respond within 10 s', async () => {
      platform.silent = true;
      jest.useFakeTimers();
      let failure: unknown;
      const creating = create().catch((error: unknown) => (failure = error));
      await jest.advanceTimersByTimeAsync(9_999);
      expect(failure).toBeUndefined();

      await jest.advanceTimersByTimeAsync(1);
      jest.useRealTimers();
      await creating;
      expect(failure).toEqual(code('CARD_PAYMENT_ERROR'));
    });
  });

  describe('estimating', () => {
    it.each([
      {},
      { customerPaidFee: true },
      { amount: '500', currency: 'BRL', amountType: 'charge' as const },
      { amount: '100000', currency: 'BRL', customerPaidFee: true },
    ])('gives the figures that the link would have: %j', async (changes) => {
      expect((await estimate(changes)).terms).toEqual(orderOf(await create(changes)).terms);
    });

    it('names the largest amount in the payer’s currency, where the provider has one (rule 3.26)', async () => {
      const largest = async (changes: Parameters<typeof aNewLink>[0]) => (await estimate(changes)).largest?.toString();
      expect(await largest({ amount: '500', currency: 'BRL', amountType: 'charge' })).toBe('999999.99 BRL');
      expect(await largest({})).toBeUndefined();
    });

    it.each`
      what                             | changes
      ${'charges'}                     | ${{ amount: '1000000.00', amountType: 'charge' }}
      ${'charges with the fee on top'} | ${{ amount: '999999.99', amountType: 'charge', customerPaidFee: true }}
      ${'receives at today’s rate'}    | ${{ amount: '200000000.00' }}
    `('is rejected above the largest amount, and so is the link, when it $what (rule 3.26)', async ({ changes }) => {
      const errors = { amount: [expect.stringMatching(/^is too large: .* more than the limit of 999999\.99 BRL$/)] };
      const rejected = { code: 'VALIDATION_FAILED', details: { errors } };
      await expect(estimate({ currency: 'BRL', ...changes })).rejects.toMatchObject(rejected);
      await expect(create({ currency: 'BRL', ...changes })).rejects.toMatchObject(rejected);
      expect([stored.links.size, platform.openSessions()]).toEqual([0, []]);
    });

    it('accepts the largest amount itself, and any amount in a currency without one (rule 3.26)', async () => {
      await create({ amount: '999999.99', currency: 'BRL', amountType: 'charge' });
      await create({ amount: '999999999999.99' });
    });

    it('stores nothing and asks the platform nothing', async () => {
      platform.failure = new Error('503 from the platform');
      await estimate();

      expect(stored.links.size).toBe(0);
      expect(platform.openSessions()).toEqual([]);
    });

    it.each([
      ['CARD_PAYMENTS_NOT_ENABLED', {}, anAccount()],
      ['VALIDATION_FAILED', { currency: 'PEN' }, anAccount()],
      ['USD_ACCOUNT_NOT_ENABLED', { currency: 'USD' }, anAccount({ cardsEnabled: true, usdEnabled: false })],
      ['EXCHANGE_RATE_UNAVAILABLE', { currency: 'MXN' }, cardAccount()],
      ['VALIDATION_FAILED', { amount: '500' }, cardAccount()],
    ])('is rejected with %s where a link would be: %j', async (expected, changes, account) => {
      await expect(estimate(changes, account)).rejects.toThrow(code(expected));
      await expect(create(changes, account)).rejects.toThrow(code(expected));
    });

    it('is rejected at a stored rate that is too old, because the link would fix it', async () => {
      clock.advance(MAX_AGE_MS + 1);
      await expect(estimate({ currency: 'BRL' })).rejects.toThrow(code('EXCHANGE_RATE_UNAVAILABLE'));
    });
  });

  describe('reading', () => {
    it('finds the link of its user', async () => {
      const link = await create();
      expect(await cards.read(link.id, { userId })).toEqual(link);
    });

    it('does not find the link of another user', async () => {
      const { id } = await create();
      await expect(cards.read(id, { userId: newId() })).rejects.toThrow(code('CARD_PAYMENT_LINK_NOT_FOUND'));
    });

    it('finds no link of the other lane, nor does the other lane find a card link', async () => {
      const { id } = await create();
      await expect(links.read(id, { userId })).rejects.toThrow(code('PAYMENT_LINK_NOT_FOUND'));
      stored.changeLink(id, { kind: 'payment_link' });
      await expect(cards.read(id, { userId })).rejects.toThrow(code('CARD_PAYMENT_LINK_NOT_FOUND'));
    });
  });

  describe('cancelling', () => {
    it('closes the session and cancels the link (rule 5.3)', async () => {
      const { id } = await create();

      expect((await cards.cancel(id, { userId })).status).toBe('cancelled');
      expect(platform.openSessions()).toEqual([]);
    });

    it('is in the audit log with who cancelled it', async () => {
      const { id } = await create();
      await cards.cancel(id, { userId }, { type: 'user', name: userId });

      const object = { type: 'card_payment_link', id };
      expect(audit.entries).toMatchObject([{ action: 'card_payment_link.cancelled', object, actor: { name: userId } }]);
    });

    it('publishes what happened to the card link', async () => {
      const { id } = await create();
      await cards.cancel(id, { userId });

      expect(events).toEqual([
        expect.objectContaining({
          type: 'payment_link.cancelled',
          data: expect.objectContaining({ payment_link_id: id, kind: 'card_payment_link', status: 'cancelled' }),
        }),
      ]);
    });

    it('leaves the link as it is when the platform fails', async () => {
      const { id } = await create();
      platform.failure = new Error('503 from the platform');

      await expect(cards.cancel(id, { userId })).rejects.toThrow(code('CARD_PAYMENT_ERROR'));
      expect(stored.links.get(id)?.status).toBe('active');
      expect(events).toEqual([]);
    });

    it('can be tried again after the platform has failed', async () => {
      const { id } = await create();
      platform.failure = new Error('503 from the platform');
      await cards.cancel(id, { userId }).catch(() => undefined);
      platform.failure = undefined;

      expect((await cards.cancel(id, { userId })).status).toBe('cancelled');
    });

    it.each(['completed', 'cancelled', 'expired'] as const)(
      'rejects a link that is %s without asking the platform',
      async (status) => {
        const { id } = await create();
        stored.changeLink(id, { status });

        await expect(cards.cancel(id, { userId })).rejects.toMatchObject({
          code: 'CARD_PAYMENT_LINK_NOT_ACTIVE',
          details: { errors: { status } },
        });
        expect(platform.openSessions()).toHaveLength(1);
      },
    );

    describe('when the payer was first (rule 5.3)', () => {
      let id: string;
      beforeEach(async () => {
        const link = await create();
        id = link.id;
        await platform.pay(orderOf(link).providerReference);
      });

      it('credits the payment and rejects the cancellation', async () => {
        askNow = async () => {
          stored.changeLink(id, { status: 'completed', currentUses: 1 });
          return true;
        };
        await expect(cards.cancel(id, { userId })).rejects.toMatchObject({
          code: 'CARD_PAYMENT_LINK_NOT_ACTIVE',
          details: { errors: { status: 'completed' } },
        });
        expect(events).toEqual([]);
      });

      it.each([
        ['the platform cannot be asked', () => Promise.reject(new Error('503 from the platform'))],
        ['the payment is not settled yet', () => Promise.resolve(true)],
      ])('cancels nothing while %s', async (_case, given) => {
        askNow = given;
        await expect(cards.cancel(id, { userId })).rejects.toThrow(code('CARD_PAYMENT_ERROR'));
        expect(stored.links.get(id)?.status).toBe('active');
        expect(events).toEqual([]);
      });
    });

    it('rejects a link whose payment was credited while its session was being closed', async () => {
      const { id } = await create();
      jest.spyOn(platform, 'closeSession').mockImplementation(async () => {
        stored.changeLink(id, { status: 'completed', currentUses: 1 });
        return 'closed';
      });

      await expect(cards.cancel(id, { userId })).rejects.toMatchObject({
        code: 'CARD_PAYMENT_LINK_NOT_ACTIVE',
        details: { errors: { status: 'completed' } },
      });
      expect(events).toEqual([]);
    });

    it('does not reach the link of another user, nor its session', async () => {
      const { id } = await create();

      await expect(cards.cancel(id, { userId: newId() })).rejects.toThrow(code('CARD_PAYMENT_LINK_NOT_FOUND'));
      expect(platform.openSessions()).toHaveLength(1);
    });
  });
});
