import { Money, newId } from '@app/kernel';
import { ReceivingAccounts } from '@app/payment-links';
import { Providers } from '@app/rails';
import { InMemoryProviderObjects } from '@app/rails/testing';
import { FakeStripe, STRIPE_FAULTS } from './testing/fake-stripe';
import { stripeOver } from './testing/stripe.subject';

const { signal: patience } = new AbortController();
const impatient = () => AbortSignal.timeout(500);

let fake: FakeStripe;
let store: InMemoryProviderObjects;
let stripe: ReturnType<typeof stripeOver>;
let accounts: ReceivingAccounts;
beforeEach(async () => {
  fake = await FakeStripe.start();
  store = new InMemoryProviderObjects();
  restart();
});
afterEach(() => fake.stop());

/** Another process, with what the last one stored. */
function restart(): void {
  stripe = stripeOver(fake, undefined, { store });
  accounts = new Providers().adapterIn(ReceivingAccounts, stripe.provider);
}

const find = (walletId: string, signal = patience) => accounts.find(walletId, 'Café Río', signal);

describe('the USD account of a wallet', () => {
  it('has the details of an address of its own, in the name that the bank has', async () => {
    await expect(find(newId())).resolves.toEqual({
      holder: 'Fake Platform, Inc.',
      bankName: 'Fifth Third Bank',
      bankAddress: null,
      routingNumber: '110000000',
      accountNumber: '4000000000',
      type: 'checking',
    });
  });

  it('is waited for while Stripe opens it', async () => {
    fake.account.addresses.opensAfter = 2;
    await expect(find(newId())).resolves.toMatchObject({ accountNumber: '4000000000' });
  });

  it('does not exist while Stripe takes longer, and is the same one later', async () => {
    fake.account.addresses.opensAfter = Infinity;
    const walletId = newId();
    await expect(find(walletId, impatient())).rejects.toThrow();
    await expect(find(walletId)).resolves.toBeUndefined();
    fake.account.addresses.opensAfter = 0;
    await expect(find(walletId)).resolves.toMatchObject({ accountNumber: '4000000000' });
    expect(fake.account.addresses.addresses.size).toBe(1);
  });

  it.each(STRIPE_FAULTS)('is opened once after %s', async (fault) => {
    const walletId = newId();
    fake.plan(/^POST .*addresses$/, fault);
    for (let left = 3; left > 0; left--) {
      restart();
      await find(walletId, impatient()).catch(() => undefined);
    }
    await expect(find(walletId)).resolves.toMatchObject({ accountNumber: '4000000000' });
    expect(fake.account.addresses.addresses.size).toBe(1);
  });

  it('is never that of another wallet, should Stripe give the same address twice', async () => {
    await find(newId());
    const [first] = [...fake.account.addresses.addresses.values()];
    jest.spyOn(fake.account.addresses.addresses, 'set').mockReturnThis();
    jest.spyOn(fake.account.ids, 'next').mockReturnValue(first!.id);
    await expect(find(newId())).rejects.toThrow('another wallet');
  });
});

describe('a deposit on the account of a wallet', () => {
  const inquire = (reference: string) =>
    stripe.provider.inquire({ provider: 'stripe', kind: 'deposit', reference }, patience);
  const aDeposit = async () => {
    const walletId = newId();
    const account = await find(walletId);
    return { walletId, credit: fake.account.addresses.receive(account!.accountNumber, 25_000) };
  };

  it('is credited: an event only names what was received, and the worker asks', async () => {
    const { walletId, credit } = await aDeposit();
    const type = 'v2.money_management.received_credit.succeeded';
    const related = { id: credit.id, type: credit.object, url: `/v2/money_management/received_credits/${credit.id}` };
    const { facts, hints } = stripe.provider.read('stripe', fake.thinMessage(type, related));
    expect([facts, hints]).toEqual([[], [{ provider: 'stripe', kind: 'deposit', reference: credit.id }]]);
    const response = await inquire(credit.id);
    expect(response).toEqual({
      facts: [
        expect.objectContaining({
          id: `${credit.id}:received`,
          kind: 'deposit',
          type: 'deposit.received',
          reference: walletId,
          amount: Money.of('250', 'USD'),
        }),
      ],
      isDecided: true,
    });
    await expect(inquire(credit.id)).resolves.toEqual(response);
  });

  it.each([
    ['pending', false, []],
    ['failed', true, []],
    ['something_new', false, ['Stripe deposit has an unknown status']],
  ])('that is %s is not credited', async (status, isDecided, messages) => {
    const { credit } = await aDeposit();
    credit.status = status;
    await expect(inquire(credit.id)).resolves.toEqual({ facts: [], isDecided });
    expect(stripe.log.lines.map(({ message }) => message)).toEqual(messages);
  });

  it('that is given back is a fact of its own, which names the deposit (rule 19.8)', async () => {
    const { walletId, credit } = await aDeposit();
    credit.status = 'returned';
    const response = await inquire(credit.id);
    expect(response).toEqual({
      facts: [
        expect.objectContaining({
          id: `${credit.id}:returned`,
          kind: 'deposit',
          type: 'deposit.returned',
          reference: walletId,
          amount: Money.of('250', 'USD'),
          details: { deposit_id: `${credit.id}:received` },
        }),
      ],
      isDecided: true,
    });
  });

  it('is nothing where the address belongs to no wallet, and is logged', async () => {
    const { credit } = await aDeposit();
    store.objects.splice(0);
    await expect(inquire(credit.id)).resolves.toEqual({ facts: [], isDecided: true });
    expect(stripe.log.lines).toEqual([
      expect.objectContaining({ level: 'warn', message: 'Stripe received money for no wallet' }),
    ]);
  });

  it('is nothing where the money came from the platform’s own balance, or where Stripe has none', async () => {
    const { credit } = await aDeposit();
    Object.assign(credit, { type: 'balance_transfer', bank_transfer: undefined });
    await expect(inquire(credit.id)).resolves.toEqual({ facts: [], isDecided: true });
    await expect(inquire('rc_unknown')).resolves.toEqual({ facts: [], isDecided: true });
  });
});

describe('without a financial account', () => {
  it('there are no payouts and no USD accounts', () => {
    const { provider } = stripeOver(fake, undefined, { financialAccount: null });
    expect(provider.capabilities.map(({ kind }) => kind)).toEqual(['collect', 'collect']);
    expect(() => new Providers().adapterIn(ReceivingAccounts, provider)).toThrow('has no ReceivingAccounts');
  });
});
