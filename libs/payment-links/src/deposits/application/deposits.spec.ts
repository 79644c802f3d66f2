import { Money, newId } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import { aWallet, inMemoryLedger } from '@app/ledger/testing';
import { Metrics } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import { FactHandlers, FactInbox, Providers, type Fact } from '@app/rails';
import { InMemoryFactsRepository, InMemoryProviderObjects, RecordedCases } from '@app/rails/testing';
import { DEPOSIT_RETURNED, toDepositFact } from './deposit-facts';
import { Deposits } from './deposits';

/** Deposits behind an inbox, without a database. */
function anApp() {
  const [clock, log, harness] = [new StandingClock(), new RecordedLog(), inMemoryLedger()];
  const handlers = new FactHandlers();
  const [accounts, cases] = [new InMemoryProviderObjects(), new RecordedCases()];
  handlers.register(new Deposits(harness.ledger, accounts, clock));
  const repository = new InMemoryFactsRepository(() => clock.now());
  const inbox = new FactInbox(
    repository,
    handlers,
    new Providers(),
    cases,
    harness.uow,
    log,
    new Metrics('test', false),
  );
  return {
    log,
    cases,
    accounts,
    harness,
    repository,
    clock,
    receive: (fact: Fact) => inbox.take({ fact, body: '{}' }),
    balance: async (id: string) => (await harness.ledger.findWallet(id))?.balances.balance.toFixed(),
    movements: async (id: string) => (await harness.ledger.listMovements(id, { limit: 50 })).items,
    usdWallet: (credit?: string) =>
      aWallet(harness, { currency: 'USD', lane: 'usd', ...(credit !== undefined && { credit }) }),
  };
}

function aDeposit(walletId: string, amount = Money.of('250.00', 'USD'), id = newId()): Fact {
  return toDepositFact({ provider: 'bank', id, reference: walletId, amount });
}

let app: ReturnType<typeof anApp>;

beforeEach(() => {
  app = anApp();
});

afterEach(async () => {
  expect(await app.harness.violations()).toEqual([]);
});

describe('a deposit', () => {
  it('credits the USD wallet with one visible movement', async () => {
    const { id } = await app.usdWallet();
    await app.receive(aDeposit(id));
    const movements = await app.movements(id);
    expect(
      movements.map(({ type, direction, amount, reference }) => [type, direction, amount.toString(), reference]),
    ).toEqual([['deposit', 'in', '250.00 USD', { type: 'wallet', id }]]);
    expect(await app.harness.ledger.platformBalances()).toEqual([
      { account: 'rail_clearing', balance: Money.of('-250.00', 'USD') },
    ]);
  });

  it('is credited once for each fact', async () => {
    const [{ id }, notificationId] = [await app.usdWallet(), newId()];
    const deposit = aDeposit(id, undefined, notificationId);
    await Promise.all([app.receive(deposit), app.receive(deposit)]);
    await app.receive(deposit);
    expect(await app.balance(id)).toBe('250.00');
    await app.receive(aDeposit(id));
    expect(await app.balance(id)).toBe('500.00');
  });

  it('of the same id is another deposit when another bank reports it', async () => {
    const [{ id }, notificationId] = [await app.usdWallet(), newId()];
    await app.receive(aDeposit(id, undefined, notificationId));
    await app.receive({ ...aDeposit(id, undefined, notificationId), provider: 'other' });
    expect(await app.balance(id)).toBe('500.00');
  });

  it('credits the wallet that is named in capitals', async () => {
    const { id } = await app.usdWallet();
    await app.receive(aDeposit(id.toUpperCase()));
    expect(await app.balance(id)).toBe('250.00');
  });

  it('is settled together with others, each on its wallet', async () => {
    const [one, other] = [await app.usdWallet(), await app.usdWallet()];
    await Promise.all([aDeposit(one.id), aDeposit(other.id), aDeposit(one.id)].map((each) => app.receive(each)));
    expect(await Promise.all([one, other].map(({ id }) => app.balance(id)))).toEqual(['500.00', '250.00']);
  });
});

describe('a deposit that cannot be credited', () => {
  it('of another provider than keeps the account of the wallet is rejected as unknown', async () => {
    const { id } = await app.usdWallet();
    app.accounts.objects.push({ provider: 'other', kind: 'usd_account', ourId: id, theirId: '1' });
    await expect(app.receive(aDeposit(id))).rejects.toMatchObject({ code: 'VIRTUAL_WALLET_NOT_FOUND' });
    expect(await app.balance(id)).toBe('0.00');
  });

  it.each([newId(), 'no-id', newId().toUpperCase()])('about the unknown wallet %s is rejected', async (reference) => {
    await expect(app.receive(aDeposit(reference))).rejects.toMatchObject({ code: 'VIRTUAL_WALLET_NOT_FOUND' });
    expect(await app.repository.backlog()).toMatchObject({ pending: 0 });
  });

  it.each`
    what                      | wallet                                   | amount
    ${'of a local wallet'}    | ${{ currency: 'ARS', lane: 'local' }}    | ${Money.of('250', 'ARS')}
    ${'of a USD local one'}   | ${{ currency: 'USD', lane: 'local' }}    | ${Money.of('250', 'USD')}
    ${'of an internal one'}   | ${{ currency: 'USD', lane: 'internal' }} | ${Money.of('250', 'USD')}
    ${'in another currency'}  | ${{ currency: 'USD', lane: 'usd' }}      | ${Money.of('250', 'ARS')}
    ${'of zero'}              | ${{ currency: 'USD', lane: 'usd' }}      | ${Money.of('0', 'USD')}
    ${'of a negative amount'} | ${{ currency: 'USD', lane: 'usd' }}      | ${Money.of('-250', 'USD')}
  `('$what is kept for staff and credits nothing', async ({ wallet, amount }) => {
    const { id, currency } = await aWallet(app.harness, wallet as object);
    await app.receive(aDeposit(id, amount as Money));
    expect(await app.balance(id)).toBe(Money.zero(currency).toFixed());
    expect(await app.repository.backlog()).toMatchObject({ pending: 0 });
    expect(app.log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ provider: 'bank' }) as unknown }),
    );
  });

  it('that the bank takes back moves nothing, and is a case (rule 19.8)', async () => {
    const { id } = await app.usdWallet();
    await app.receive(aDeposit(id));
    const about = { provider: 'bank', reference: id, amount: Money.of('250', 'USD') };
    await app.receive(toDepositFact({ ...about, id: 'returned-1', type: DEPOSIT_RETURNED }));
    expect(await app.balance(id)).toBe('250.00');
    expect(app.cases.opened).toMatchObject([
      { kind: 'deposit', key: 'returned-1', amount: '250.00', currency: 'USD', subject: { type: 'wallet', id } },
    ]);
  });

  it('that comes back before it was credited is a case that proposes no debit of the wallet (rule 19.8)', async () => {
    const { id } = await app.usdWallet();
    const about = { provider: 'bank', reference: id, amount: Money.of('250', 'USD'), type: DEPOSIT_RETURNED } as const;
    await app.receive(toDepositFact({ ...about, id: 'returned-1', depositId: 'received-1' }));
    await app.receive(aDeposit(id, undefined, 'received-2'));
    await app.receive(toDepositFact({ ...about, id: 'returned-2', depositId: 'received-2' }));
    expect(app.cases.opened).toMatchObject([
      { key: 'returned-1', outcome: 'exception:returned_uncredited', proposal: 'ask_provider' },
      { key: 'returned-2', outcome: 'exception:returned', proposal: 'adjust_wallet' },
    ]);
    expect(await app.balance(id)).toBe('250.00');
  });

  it('does not stop the others of its batch', async () => {
    const [usd, local] = [await app.usdWallet(), await aWallet(app.harness)];
    await Promise.all([app.receive(aDeposit(local.id)), app.receive(aDeposit(usd.id))]);
    expect([await app.balance(usd.id), await app.balance(local.id)]).toEqual(['250.00', '0.00']);
  });
});
