import type { Account, Actor } from '@app/accounts';
import { anAccount, GivenMerchants } from '@app/accounts/testing';
import { parseFeeSchedule } from '@app/fees';
import { GivenFeeSchedules } from '@app/fees/testing';
import { decimal, Money, newId, USD } from '@app/kernel';
import { RecordedResponses, StandingClock } from '@app/kernel/testing';
import type { Lane, PlatformAccount } from '@app/ledger';
import { inMemoryLedger } from '@app/ledger/testing';
import { Metrics } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import {
  FactHandlers,
  FactInbox,
  type InquirySubject,
  type PayerBank,
  type StatusInquiries,
  type Subject,
} from '@app/rails';
import { aProvider, collecting, InMemoryFactsRepository, registryOf, RecordedCases } from '@app/rails/testing';
import { GivenRates } from '@app/rates/testing';
import { Checkout } from '../checkout/application/checkout';
import { Collectors } from '../checkout/application/collectors';
import { DebitConfirmation } from '../checkout/application/debit-confirmation';
import { Deadlines } from '../checkout/application/deadlines';
import { Offers } from '../checkout/application/offers';
import { OrderInquiries } from '../checkout/application/order-inquiries';
import { OrderOpenings } from '../checkout/application/order-openings';
import type { CheckoutOrder, Payer } from '../checkout/domain/checkout-order';
import { CreditTerms, type CreditRequest } from '../exceptions/application/credit-terms';
import { ExceptionClearing } from '../exceptions/application/exception-clearing';
import { ExceptionCredits } from '../exceptions/application/exception-credits';
import { ExceptionRefunds } from '../exceptions/application/exception-refunds';
import { OpenExceptions } from '../exceptions/application/open-exceptions';
import { PaymentExceptions } from '../exceptions/application/payment-exceptions';
import { CollectionPricing } from '../links/application/collection-pricing';
import { CollectionProfiles } from '../links/application/collection-profiles';
import type { Collector } from '../links/application/link-draft';
import { LinkDrafts } from '../links/application/link-drafts';
import { LinkLog } from '../links/application/link-log';
import { LinkRecords } from '../links/application/link-records';
import { ServedMethods } from '../links/application/served-methods';
import { PaymentLinks } from '../links/application/payment-links';
import type { PaymentLink } from '../links/domain/payment-link';
import { PAYMENT_METHODS } from '../links/domain/payment-method';
import { LateRates } from '../settlement/application/late-rates';
import { ExceptionNotices } from '../settlement/application/exception-notices';
import { CollectionPostings } from '../settlement/application/collection-postings';
import { LinkMoves } from '../settlement/application/link-moves';
import { OrderlessFacts } from '../settlement/application/orderless-facts';
import { PaymentReceipts } from '../settlement/application/payment-receipts';
import { PaymentReturns } from '../settlement/application/payment-returns';
import { PaymentParts, type PartsOfPayment } from '../settlement/application/ports';
import { toCollectionFact } from '../settlement/application/payment-facts';
import { ReceivedDebitRecords } from '../settlement/application/received-debit-records';
import { Settlement } from '../settlement/application/settlement';
import type { PaymentFact } from '../settlement/domain/payment-fact';
import { DEBIT, InMemoryCollectionRail, InMemoryDebitRail } from './in-memory-collection.rail';
import { RecordedAudit, RecordedEvents, RecordedMail } from './recorded';
import { givenLink, givenOrder, inMemoryRepositories } from './repositories';
import { UndoingUnitOfWork } from './undoing-unit-of-work';

/** Fees of the worked examples: 2.9 % and 0.30 USD, 1 % for a conversion. */
export const EXAMPLE_FEES = {
  collection: { percentage: '2.9', fixed_usd: '0.30' },
  usd_collection: { percentage: '1' },
  conversion: { percentage: '1' },
};

/** The price of a dollar in the worked examples. */
export const EXAMPLE_RATES: Readonly<Record<string, string>> = {
  ARS: '1000',
  BRL: '5',
  COP: '4000',
  CLP: '950',
  MXN: '18',
  BOB: '7',
};

const STAFF: Actor = { type: 'staff', name: 'ana' };
const BANKS = [
  { code: '1007', name: 'Bancolombia' },
  { code: '1051', name: 'Davivienda' },
];

export interface MerchantOptions {
  account?: Partial<Account>;
  /** Currencies by lane; an ARS wallet by default. */
  wallets?: Partial<Record<Lane, string>>;
  fees?: unknown;
}

/** No payment was refunded or disputed. */
class NoParts extends PaymentParts {
  async of(): Promise<ReadonlyMap<string, PartsOfPayment>> {
    return new Map();
  }
}

/** Everything that collects, up to these amounts, without a database: one transaction runs after another. */
export function inMemoryCollections(largest: readonly Money[] = []) {
  const clock = new StandingClock();
  const { uow: ofLedger, ledger, violations } = inMemoryLedger();
  const repositories = inMemoryRepositories(ofLedger, () => clock.now());
  const { links, orders, payments, exceptions, tables } = repositories;
  const facts = new InMemoryFactsRepository(() => clock.now());
  const fees = new GivenFeeSchedules();
  const rates = new GivenRates(clock);
  const merchants = new GivenMerchants();
  const profiles = new CollectionProfiles(ledger, fees, clock);
  const pricing = new CollectionPricing(rates);
  const responses = new RecordedResponses();
  const [events, mail, audit, log, metrics] = [
    new RecordedEvents(),
    new RecordedMail(),
    new RecordedAudit(),
    new RecordedLog(),
    new Metrics('test', false),
  ];
  const [rail, debitRail] = [new InMemoryCollectionRail(), new InMemoryDebitRail()];
  const bankList = { load: async (): Promise<readonly PayerBank[]> => BANKS };
  const capabilities = collecting(
    PAYMENT_METHODS.map(({ code }) => code),
    largest,
  ).map((each) =>
    each.kind === 'collect' && each.method === 'cop_pse' ? { ...each, banks: () => bankList.load() } : each,
  );
  const { providers, routes } = registryOf(
    aProvider({ adapters: [rail, debitRail], storedNames: ['memory'], capabilities }),
  );
  const uow = new UndoingUnitOfWork(repositories.uow, [events, mail, audit, facts]);
  const lateRates = new LateRates(rates, decimal('2'), 86_400_000);
  const notices = new ExceptionNotices(merchants, mail);
  const receipts = new PaymentReceipts(merchants, mail);
  const returns = new PaymentReturns(payments, new NoParts());
  const postings = new CollectionPostings(payments, ledger, events, receipts, notices, returns, clock);
  const moves = new LinkMoves(links, orders);
  const openExceptions = new OpenExceptions(exceptions, notices, audit);
  const creditTerms = new CreditTerms(ledger, pricing, lateRates, fees);
  const staff = new PaymentExceptions(
    exceptions,
    new ExceptionCredits(openExceptions, creditTerms, moves, payments, postings, uow, clock),
    new ExceptionRefunds(openExceptions, new ExceptionClearing(moves, payments), ledger, uow, clock),
  );
  const { settlement: pending } = repositories;
  const orderless = new OrderlessFacts(pending, postings, uow, clock);
  const settlement = new Settlement(pending, pending, orderless, moves, postings, lateRates);
  const collectors = new Collectors(providers, routes);
  const served = new ServedMethods(routes);
  const planned: InquirySubject[] = [];
  const inquiries = new OrderInquiries({
    schedule: async (subjects: readonly InquirySubject[]) => void planned.push(...subjects),
  } as unknown as StatusInquiries);
  const handlers = new FactHandlers();
  handlers.register(settlement);
  const inbox = new FactInbox(facts, handlers, providers, new RecordedCases(), uow, log, metrics);
  return {
    clock,
    uow,
    ledger,
    repositories,
    tables,
    merchants,
    fees,
    rates,
    profiles,
    pricing,
    events,
    mail,
    log,
    metrics,
    planned,
    rail,
    debitRail,
    /** The provider's list of the banks of PSE. */
    bankList,
    responses,
    links: new PaymentLinks(
      new LinkDrafts(profiles, pricing, rates, clock),
      new LinkRecords(links, orders, new LinkLog(audit), responses, events),
      pricing,
      served,
      uow,
    ),
    checkout: new Checkout(
      orders,
      merchants,
      new Offers(collectors, pricing, profiles, served),
      new OrderOpenings(orders, collectors, inquiries, uow, clock, { publicUrl: 'https://pay.example.com' }),
      new DebitConfirmation(collectors, orders, new ReceivedDebitRecords(payments), uow, clock),
      clock,
    ),
    inbox,
    settlement,
    audit,
    exceptions: {
      list: (...of: Parameters<PaymentExceptions['list']>) => staff.list(...of),
      countOpen: () => staff.countOpen(),
      credit: (id: string, request: CreditRequest) => staff.credit(id, request, STAFF),
      refund: (id: string, reason: string) => staff.refund(id, reason, STAFF),
    },
    deadlines: new Deadlines(orders, events, inquiries, uow),

    /** Sets rates as of the given time, by default now; by default those of the worked examples. */
    async setRates(table = EXAMPLE_RATES, asOf = clock.now()): Promise<void> {
      for (const [currency, rate] of Object.entries(table)) rates.give('USD', currency, rate, { asOf });
      rates.invalidate();
    },

    /** An account that may collect, on whose behalf a user acts. */
    async merchant({
      account: changes,
      wallets = { local: 'ARS' },
      fees: schedule = EXAMPLE_FEES,
    }: MerchantOptions = {}) {
      const account = anAccount(changes);
      merchants.given.set(account.id, account);
      const made = await uow.run(async (tx) => {
        await fees.set(tx, account.id, parseFeeSchedule(schedule));
        const ids: Partial<Record<Lane, string>> = {};
        for (const [lane, currency] of Object.entries(wallets) as [Lane, string][]) {
          ids[lane] = (await ledger.createWallet(tx, { accountId: account.id, currency, lane })).id;
        }
        return ids;
      });
      const by: Collector = { account, userId: newId(), apiKeyId: null };
      return { account, by, wallets: made };
    },

    /** An open order of a new link, of that merchant or of a new one. */
    async opened(
      ofOrder: Partial<CheckoutOrder> = {},
      ofLink: Partial<PaymentLink> = {},
      merchant?: { by: Collector; wallets: Partial<Record<Lane, string>> },
    ) {
      const { by, wallets } = merchant ?? (await this.merchant());
      const owner = { accountId: by.account.id, userId: by.userId, walletId: wallets.local ?? '' };
      const expiresAt = new Date(clock.now().getTime() + 60_000);
      return givenOrder(repositories, { expiresAt, createdAt: clock.now(), ...ofOrder }, { ...owner, ...ofLink });
    },

    /** A USD debit of 50 USD at 1 % that its payer has chosen, and confirmed by default. */
    async debit({ confirmed = true, payer = {} }: { confirmed?: boolean; payer?: Partial<Payer> } = {}) {
      const wallets = { local: 'ARS', usd: 'USD' };
      const { account, by, wallets: made } = await this.merchant({ account: { usdEnabled: true }, wallets });
      const link = await givenLink(repositories, {
        accountId: account.id,
        userId: by.userId,
        walletId: made.usd ?? '',
        amount: Money.of('50', 'USD'),
        currency: USD,
        currencyDestiny: USD,
      });
      const noDetails = { name: null, email: null, document: null };
      const order = await this.checkout.choose(link.id, 'usd_bank_debit', { ...noDetails, ...payer });
      if (confirmed) await this.checkout.confirmDebit(link.id, DEBIT);
      return { link, order, by, wallets: made };
    },

    /** The provider reports, without a signature. */
    receive(fact: PaymentFact, requestId?: string): Promise<void> {
      return inbox.take({ fact: toCollectionFact(fact), body: JSON.stringify({ id: fact.id }), requestId });
    },

    /** How many stored facts are not settled, also those that wait for another one. */
    unsettled: () => facts.countUnsettled(),

    /** Stores facts without settling them, as a crash leaves them. */
    async store(...unsettled: PaymentFact[]): Promise<void> {
      const received = unsettled.map((one) => ({ fact: toCollectionFact(one), body: '{}' }));
      await uow.once((tx) => facts.store(tx, received));
    },

    /** Settles all that is unsettled about the subjects of these. */
    settle(about: readonly Subject[]) {
      return inbox.settle(settlement.kind, about);
    },

    /** The wallet's balance, as decimal text. */
    async balance(walletId: string | undefined): Promise<string | undefined> {
      return walletId && (await ledger.findWallet(walletId))?.balances.balance.toFixed();
    },

    /** What the merchant sees of the wallet, newest first: `payment in 50.00`. */
    async movements(walletId: string | undefined): Promise<string[]> {
      const { items } = await ledger.listMovements(walletId ?? '', { limit: 50 });
      return items.map(({ type, direction, amount }) => `${type} ${direction} ${amount.toFixed()}`);
    },

    /** The balance of an account of the platform, as decimal text. */
    async platformBalance(account: PlatformAccount, currency: string): Promise<string> {
      const balances = await ledger.platformBalances();
      const found = balances.find((one) => one.account === account && one.balance.currency === currency);
      return (found?.balance ?? Money.zero(currency)).toFixed();
    },

    /** Fails with the violating rows unless the books are right. */
    async expectBooksBalanced(): Promise<void> {
      expect(await violations()).toEqual([]);
    },
  };
}
