import { Money, newId, type ValidationError } from '@app/kernel';
import { aClaim } from '@app/kernel/testing';
import { aNewLink, anOrder, EXAMPLE_FEES, givenLink, inMemoryCollections, type MerchantOptions } from '../../testing';
import type { PaymentLink } from '../domain/payment-link';
import type { Collector } from './link-draft';
import type { DeclaredAmount } from './new-payment-link';

type Collections = ReturnType<typeof inMemoryCollections>;

let app: Collections;
beforeEach(async () => {
  app = inMemoryCollections();
  await app.setRates();
});

const BOTH_WALLETS = { local: 'ARS', usd: 'USD' };
const USD_ENABLED: MerchantOptions = { account: { usdEnabled: true }, wallets: BOTH_WALLETS };

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => (error as { code?: unknown }).code ?? error,
  );
}

const mayCreate = async (options: MerchantOptions, body: DeclaredAmount) => {
  const { account } = await app.merchant(options);
  return app.links.assertMayCreate(account, body);
};

describe('before the body is validated', () => {
  const TOO_LITTLE = { amount: 1, currency: 'ARS' };

  it.each`
    what                             | options                                                                     | code
    ${'a paused account'}            | ${{ account: { status: 'paused', kycStatus: 'pending' }, wallets: {} }}     | ${'BUSINESS_TENANT_PAUSED'}
    ${'missing KYC'}                 | ${{ account: { kycStatus: 'pending', kybStatus: 'pending' }, wallets: {} }} | ${'KYC_VERIFICATION_REQUIRED'}
    ${'missing KYB'}                 | ${{ account: { kybStatus: 'pending' }, wallets: {} }}                       | ${'KYB_VERIFICATION_REQUIRED'}
    ${'an account without wallets'}  | ${{ wallets: {} }}                                                          | ${'SYSTEM_DATABASE_ERROR'}
    ${'an amount below the minimum'} | ${{}}                                                                       | ${'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT'}
  `('$what is rejected, in this order: $code', async ({ options, code }) => {
    await expect(codeOf(mayCreate(options, TOO_LITTLE))).resolves.toBe(code);
  });

  it('nothing is rejected for a valid account and a valid amount', async () => {
    await expect(mayCreate({}, { amount: 15000, currency: 'ARS' })).resolves.toBeUndefined();
  });
});

describe('the minimum of 2.00 USD', () => {
  const BRL_WALLET: MerchantOptions = { wallets: { local: 'BRL' } };

  // USD 1 is ARS 1000, BRL 5, CLP 950, MXN 18, COP 4000, and BOB 7, whose dollar rate is a repeating decimal.
  it.each`
    why                                          | options                        | body                                                             | code
    ${'in the one currency'}                     | ${{}}                          | ${{ amount: '2000', currency: 'ARS' }}                           | ${undefined}
    ${'in the one currency'}                     | ${{}}                          | ${{ amount: '1999.99', currency: 'ARS' }}                        | ${'too little'}
    ${'charged, in the one currency'}            | ${{}}                          | ${{ amount: '1999.99', currency: 'ARS', amount_type: 'charge' }} | ${'too little'}
    ${'charged: the payer’s currency'}           | ${{}}                          | ${{ amount: '10', currency: 'BRL', amount_type: 'charge' }}      | ${undefined}
    ${'charged: the payer’s currency'}           | ${{}}                          | ${{ amount: '9.99', currency: 'BRL', amount_type: 'charge' }}    | ${'too little'}
    ${'received: the wallet’s currency'}         | ${{}}                          | ${{ amount: '2000', currency: 'BRL', amount_type: 'receive' }}   | ${undefined}
    ${'received: the wallet’s currency'}         | ${{}}                          | ${{ amount: '1999', currency: 'BRL', amount_type: 'receive' }}   | ${'too little'}
    ${'received unless said otherwise'}          | ${{}}                          | ${{ amount: '10', currency: 'BRL' }}                             | ${'too little'}
    ${'an unknown amount type'}                  | ${{}}                          | ${{ amount: '10', currency: 'BRL', amount_type: 'CHARGE' }}      | ${'too little'}
    ${'into a BRL wallet'}                       | ${BRL_WALLET}                  | ${{ amount: '10', currency: 'ARS' }}                             | ${undefined}
    ${'into a BRL wallet'}                       | ${BRL_WALLET}                  | ${{ amount: '9.99', currency: 'ARS' }}                           | ${'too little'}
    ${'no currency: the local wallet’s'}         | ${{}}                          | ${{ amount: '2000' }}                                            | ${undefined}
    ${'no currency: the local wallet’s'}         | ${{}}                          | ${{ amount: '1999' }}                                            | ${'too little'}
    ${'no usable currency: the local wallet’s'}  | ${{}}                          | ${{ amount: '1999', currency: 'XXX' }}                           | ${'too little'}
    ${'no payer’s currency: the local wallet’s'} | ${{}}                          | ${{ amount: '1999', currency: 'EUR' }}                           | ${'too little'}
    ${'a currency that is not text'}             | ${{}}                          | ${{ amount: '1999', currency: ['BRL'], amount_type: 'charge' }}  | ${'too little'}
    ${'no currency and no local wallet'}         | ${{ wallets: { usd: 'USD' } }} | ${{ amount: '0.01' }}                                            | ${undefined}
    ${'USD'}                                     | ${USD_ENABLED}                 | ${{ amount: '2', currency: 'USD' }}                              | ${undefined}
    ${'USD'}                                     | ${USD_ENABLED}                 | ${{ amount: '1.99', currency: 'USD' }}                           | ${'too little'}
    ${'USD, charged'}                            | ${USD_ENABLED}                 | ${{ amount: '1.99', currency: 'USD', amount_type: 'charge' }}    | ${'too little'}
    ${'USD without a USD wallet'}                | ${{}}                          | ${{ amount: '1.99', currency: 'USD' }}                           | ${'too little'}
    ${'USD without a USD wallet'}                | ${{}}                          | ${{ amount: '2', currency: 'USD' }}                              | ${undefined}
    ${'a repeating decimal rate'}                | ${{}}                          | ${{ amount: '14', currency: 'BOB', amount_type: 'charge' }}      | ${undefined}
    ${'a repeating decimal rate'}                | ${{}}                          | ${{ amount: '13.99', currency: 'BOB', amount_type: 'charge' }}   | ${'too little'}
    ${'a JSON number'}                           | ${{}}                          | ${{ amount: 1999.99, currency: 'ARS' }}                          | ${'too little'}
    ${'zero'}                                    | ${{}}                          | ${{ amount: 0, currency: 'ARS' }}                                | ${'too little'}
    ${'negative zero'}                           | ${{}}                          | ${{ amount: -0, currency: 'ARS' }}                               | ${'too little'}
    ${'less than nothing'}                       | ${{}}                          | ${{ amount: '-15000', currency: 'ARS' }}                         | ${'too little'}
    ${'an amount that is missing'}               | ${{}}                          | ${{ currency: 'ARS' }}                                           | ${undefined}
    ${'an amount that is null'}                  | ${{}}                          | ${{ amount: null, currency: 'ARS' }}                             | ${undefined}
    ${'an amount that is not a number'}          | ${{}}                          | ${{ amount: 'little', currency: 'ARS' }}                         | ${undefined}
    ${'an amount that is NaN in text'}           | ${{}}                          | ${{ amount: 'NaN', currency: 'ARS' }}                            | ${undefined}
    ${'an amount that is a list'}                | ${{}}                          | ${{ amount: [1], currency: 'ARS' }}                              | ${undefined}
    ${'an amount out of JSON’s reach'}           | ${{}}                          | ${{ amount: JSON.parse('1e400') as number, currency: 'ARS' }}    | ${undefined}
    ${'more digits than the currency has'}       | ${{}}                          | ${{ amount: '15.000', currency: 'ARS' }}                         | ${undefined}
  `('for $body ($why): $code', async ({ options, body, code }) => {
    const expected = code === 'too little' ? 'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT' : undefined;
    await expect(codeOf(mayCreate(options, body))).resolves.toBe(expected);
  });

  it.each`
    body                                                        | meta
    ${{ amount: '1999.99', currency: 'ARS' }}                   | ${{ amount: '1999.99', currency: 'ARS', amount_usd: '1.99', minimum_usd: '2.00' }}
    ${{ amount: 9.99, currency: 'BRL', amount_type: 'charge' }} | ${{ amount: '9.99', currency: 'BRL', amount_usd: '1.99', minimum_usd: '2.00' }}
    ${{ amount: '10', currency: 'BRL' }}                        | ${{ amount: '10.00', currency: 'ARS', amount_usd: '0.01', minimum_usd: '2.00' }}
    ${{ amount: '1' }}                                          | ${{ amount: '1.00', currency: 'ARS', amount_usd: '0.00', minimum_usd: '2.00' }}
  `('reports what was measured, in which currency, and what it is worth: $meta', async ({ body, meta }) => {
    await expect(mayCreate({}, body)).rejects.toMatchObject({ details: { meta } });
  });

  it('uses the newest rate, however old', async () => {
    await app.setRates({ ARS: '1000' }, new Date('2001-01-01'));
    await expect(mayCreate({}, { amount: '2000', currency: 'ARS' })).resolves.toBeUndefined();
    await expect(codeOf(mayCreate({}, { amount: '1999', currency: 'ARS' }))).resolves.toBe(
      'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT',
    );
  });

  it('cannot be checked without any rate', async () => {
    const options = { wallets: { local: 'PEN' } };
    await expect(codeOf(mayCreate(options, { amount: '15', currency: 'ARS' }))).resolves.toBe(
      'EXCHANGE_RATE_UNAVAILABLE',
    );
  });
});

describe('a new payment link', () => {
  const create = async (options: MerchantOptions, changes: Parameters<typeof aNewLink>[0] = {}) => {
    const merchant = await app.merchant(options);
    return { ...merchant, link: await app.links.create(merchant.by, aNewLink(changes)) };
  };

  it('is active, unused, without deadline and method, and belongs to account, user and key', async () => {
    const { account, wallets, by } = await app.merchant();
    const keyId = newId();
    const link = await app.links.create(
      { ...by, apiKeyId: keyId },
      aNewLink({
        webhookUrl: 'https://shop.example.com',
        reference: 'A-1001',
        returnUrl: 'https://shop.example.com/thanks',
      }),
    );
    expect({ ...link, amount: link.amount.toString() }).toEqual({
      id: expect.any(String),
      kind: 'payment_link',
      accountId: account.id,
      userId: by.userId,
      apiKeyId: keyId,
      walletId: wallets.local,
      amount: '15000.00 ARS',
      amountType: 'receive',
      currency: 'ARS',
      currencyDestiny: 'ARS',
      description: 'Order 1001',
      customerPaidFee: false,
      reference: 'A-1001',
      webhookUrl: 'https://shop.example.com',
      returnUrl: 'https://shop.example.com/thanks',
      status: 'active',
      expiresAt: null,
      currentUses: 0,
      paymentMethod: null,
      createdAt: app.clock.now(),
      updatedAt: app.clock.now(),
    });
    await expect(app.links.read(link.id, by)).resolves.toEqual(link);
  });

  it('is stored together with the response to its Idempotency-Key', async () => {
    const { by } = await app.merchant();
    const claim = aClaim();
    const link = await app.links.create(by, aNewLink(), { claim, present: ({ id }) => ({ id }) });

    expect(app.responses.kept).toEqual([{ claim, response: { id: link.id } }]);
    await expect(app.links.read(link.id, by)).resolves.toEqual(link);
  });

  it('is not stored when its response cannot be kept', async () => {
    const { by } = await app.merchant();
    app.responses.failure = new Error('another call holds the key');
    const creating = app.links.create(by, aNewLink(), { claim: aClaim(), present: ({ id }) => ({ id }) });

    await expect(creating).rejects.toThrow('another call holds the key');
    expect(app.tables.links.size).toBe(0);
  });

  it('publishes no event: creations have none', async () => {
    await create({});
    expect(app.events.published).toEqual([]);
  });

  it.each`
    currency | options                                                        | lane       | destiny
    ${'ARS'} | ${{}}                                                          | ${'local'} | ${'ARS'}
    ${'BRL'} | ${{}}                                                          | ${'local'} | ${'ARS'}
    ${'ARS'} | ${{ wallets: { local: 'BRL' } }}                               | ${'local'} | ${'BRL'}
    ${'ARS'} | ${{ wallets: { local: 'USD' } }}                               | ${'local'} | ${'USD'}
    ${'ARS'} | ${USD_ENABLED}                                                 | ${'local'} | ${'ARS'}
    ${'USD'} | ${USD_ENABLED}                                                 | ${'usd'}   | ${'USD'}
    ${'ARS'} | ${{ wallets: { internal: 'USDC', usd: 'USD', local: 'ARS' } }} | ${'local'} | ${'ARS'}
  `('in $currency goes to the $lane wallet in $destiny', async ({ currency, options, lane, destiny }) => {
    const { link, wallets } = await create(options, { currency, amount: '40000' });
    expect([link.walletId, link.currencyDestiny]).toEqual([wallets[lane as 'local'], destiny]);
  });

  it.each`
    what                                  | options                                                         | currency | code
    ${'USD on an account not enabled'}    | ${{ wallets: BOTH_WALLETS }}                                    | ${'USD'} | ${'USD_ACCOUNT_NOT_ENABLED'}
    ${'USD without a USD wallet'}         | ${{ account: { usdEnabled: true } }}                            | ${'USD'} | ${'USD_ACCOUNT_NOT_ENABLED'}
    ${'a local wallet in USD is not it'}  | ${{ account: { usdEnabled: true }, wallets: { local: 'USD' } }} | ${'USD'} | ${'USD_ACCOUNT_NOT_ENABLED'}
    ${'ARS without a local wallet'}       | ${{ wallets: { usd: 'USD' } }}                                  | ${'ARS'} | ${'WALLET_NOT_FOUND'}
    ${'ARS with an internal wallet only'} | ${{ wallets: { internal: 'USDC' } }}                            | ${'ARS'} | ${'WALLET_NOT_FOUND'}
    ${'no wallets at all'}                | ${{ wallets: {} }}                                              | ${'ARS'} | ${'SYSTEM_DATABASE_ERROR'}
  `('is rejected for $what: $code', async ({ options, currency, code }) => {
    await expect(codeOf(create(options, { currency }))).resolves.toBe(code);
    expect(app.tables.links.size).toBe(0);
  });

  it.each(['XXX', 'EUR', 'ars', '', 'toString', 'USDC'])(
    'is rejected in %j, before wallets are checked, with a message only',
    async (currency) => {
      const rejected = create({ wallets: { usd: 'USD' } }, { currency });
      await expect(rejected).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: {} });
    },
  );

  it.each`
    amountType   | amount           | currency | shown
    ${'receive'} | ${'50000000.00'} | ${'ARS'} | ${'50000000.00 ARS'}
    ${'receive'} | ${'1500.5'}      | ${'BRL'} | ${'1500.50 ARS'}
    ${'charge'}  | ${'1500.50'}     | ${'BRL'} | ${'1500.50 BRL'}
    ${'charge'}  | ${'15000'}       | ${'CLP'} | ${'15000 CLP'}
    ${'receive'} | ${'15000.25'}    | ${'CLP'} | ${'15000.25 ARS'}
  `('to $amountType $amount, paid in $currency, declares $shown', async ({ amountType, amount, currency, shown }) => {
    const { link } = await create({}, { amountType, amount, currency });
    expect(link.amount.toString()).toBe(shown);
  });

  it.each`
    why                                    | changes
    ${'nothing'}                           | ${{ amount: '0' }}
    ${'less than nothing'}                 | ${{ amount: '-15000' }}
    ${'a cent too much'}                   | ${{ amount: '1000000000000' }}
    ${'more decimals than ARS'}            | ${{ amount: '15000.001' }}
    ${'thousands behind a point, ARS'}     | ${{ amount: '15.000' }}
    ${'zeros as decimals of CLP, charged'} | ${{ amount: '2000.00', currency: 'CLP', amountType: 'charge' }}
    ${'more decimals than CLP, charged'}   | ${{ amount: '15000.5', currency: 'CLP', amountType: 'charge' }}
    ${'more decimals than the ARS wallet'} | ${{ amount: '15000.001', currency: 'CLP' }}
  `('is rejected for $why, naming the amount: $changes', async ({ changes }) => {
    await expect(create({}, changes)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: { amount: [expect.any(String)] } },
    });
  });

  it.each(['0', '1000000000000'])('is rejected for %s before channels and wallets are checked', async (amount) => {
    await expect(create({ wallets: { usd: 'USD' } }, { amount })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(create({}, { amount, currency: 'USD' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it.each`
    asked    | enabled  | kept
    ${true}  | ${true}  | ${true}
    ${true}  | ${false} | ${false}
    ${false} | ${true}  | ${false}
    ${false} | ${false} | ${false}
  `('asked to let the payer bear the fee ($asked), which the account may ($enabled): $kept', async (row) => {
    const options = { account: { customerPaidFeeEnabled: row.enabled as boolean } };
    const { link } = await create(options, { customerPaidFee: row.asked as boolean });
    expect(link.customerPaidFee).toBe(row.kept);
  });

  describe('whose fees exceed the amount', () => {
    // 2.9 % and 300 ARS: 308.96 is the smallest amount that covers its fees.
    it.each`
      why                              | options                                           | changes                                                      | rejected
      ${'a little too little'}         | ${{}}                                             | ${{ amount: '308.95' }}                                      | ${true}
      ${'just enough'}                 | ${{}}                                             | ${{ amount: '308.96' }}                                      | ${false}
      ${'the payer bears the fee'}     | ${{}}                                             | ${{ amount: '300', customerPaidFee: true }}                  | ${false}
      ${'the payer may not bear it'}   | ${{ account: { customerPaidFeeEnabled: false } }} | ${{ amount: '300', customerPaidFee: true }}                  | ${true}
      ${'charged in another currency'} | ${{}}                                             | ${{ amount: '1.50', currency: 'BRL', amountType: 'charge' }} | ${true}
    `('is rejected, naming the amount ($why): $rejected', async ({ options, changes, rejected }) => {
      const outcome = create(options, changes).then(
        () => undefined,
        (error: unknown) => error,
      );
      const error = { code: 'VALIDATION_FAILED', details: { errors: { amount: [expect.stringContaining('fees')] } } };
      if (rejected) await expect(outcome).resolves.toMatchObject(error);
      else await expect(outcome).resolves.toBeUndefined();
    });

    const QR_FREE = { ...EXAMPLE_FEES, methods: { ars_qr: { percentage: '0' } } };
    const QR_DEAR = { ...EXAMPLE_FEES, methods: { ars_qr: { fixed_usd: '9' } } };
    const PIX_DEAR = { ...EXAMPLE_FEES, methods: { brl_pix: { fixed_usd: '9' } } };
    const PIX = { currency: 'BRL', amount: '11', amountType: 'charge' as const };

    it.each`
      fees                                                                | changes               | problem
      ${QR_FREE}                                                          | ${{ amount: '10' }}   | ${undefined}
      ${QR_DEAR}                                                          | ${{ amount: '5000' }} | ${undefined}
      ${QR_DEAR}                                                          | ${{ amount: '308' }}  | ${['is less than the fees of 308.93 ARS']}
      ${{ ...EXAMPLE_FEES, methods: { brl_pix: { percentage: '0.5' } } }} | ${PIX}                | ${undefined}
      ${PIX_DEAR}                                                         | ${PIX}                | ${['is less than the fees of 9022.00 ARS']}
    `(
      'is checked against the cheapest of its methods: $changes with $fees.methods',
      async ({ fees, changes, problem }) => {
        const rejection = await create({ fees }, changes).then(
          () => undefined,
          (error: unknown) => (error as ValidationError).details.errors?.['amount'],
        );
        expect(rejection).toEqual(problem);
      },
    );

    it('is checked at the newest rate, however old', async () => {
      await app.setRates({ ARS: '1000' }, new Date('2001-01-01'));
      await expect(create({}, { amount: '15000' })).resolves.toMatchObject({ link: { status: 'active' } });
    });

    it('cannot be checked without any rate', async () => {
      const without = inMemoryCollections();
      const { by } = await without.merchant();
      await expect(codeOf(without.links.create(by, aNewLink()))).resolves.toBe('EXCHANGE_RATE_UNAVAILABLE');
    });

    it('needs no rate when no fee is in USD', async () => {
      const without = inMemoryCollections();
      const { by } = await without.merchant({ fees: { ...EXAMPLE_FEES, collection: { percentage: '2.9' } } });
      await expect(codeOf(without.links.create(by, aNewLink()))).resolves.toBeUndefined();
    });
  });
});

describe('the largest amounts (rule 3.26)', () => {
  const PIX = { currency: 'BRL', amountType: 'charge' } as const;
  const limited = async (...largest: string[]) => {
    app = inMemoryCollections(largest.map((amount) => Money.of(amount, 'BRL')));
    await app.setRates();
    return (await app.merchant(USD_ENABLED)).by;
  };

  it.each`
    what                                | changes                                                    | problem
    ${'the most that Pix takes'}        | ${{ ...PIX, amount: '1000000.00' }}                        | ${undefined}
    ${'a cent more'}                    | ${{ ...PIX, amount: '1000000.01' }}                        | ${'1000000.01 BRL, more than the limit of 1000000.00 BRL'}
    ${'the fee comes on top of it'}     | ${{ ...PIX, amount: '1000000.00', customerPaidFee: true }} | ${/^is too large: .* BRL, more than the limit of 1000000.00 BRL$/}
    ${'received, at the rate of today'} | ${{ currency: 'BRL', amount: '200000000' }}                | ${'1010000.00 BRL, more than the limit of 1000000.00 BRL'}
    ${'more than a QR takes'}           | ${{ amount: '10000000.01' }}                               | ${undefined}
    ${'more than every method takes'}   | ${{ amount: '50000000.01' }}                               | ${'50000000.01 ARS, more than the limit of 50000000.00 ARS'}
    ${'the most that a debit takes'}    | ${{ currency: 'USD', amount: '500000.00' }}                | ${undefined}
    ${'more than a debit takes'}        | ${{ currency: 'USD', amount: '500000.01' }}                | ${'500000.01 USD, more than the limit of 500000.00 USD'}
  `('reject a link and its estimate that every method refuses ($what): $problem', async ({ changes, problem }) => {
    const by = await limited();
    const problemOf = (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: unknown) => (error as ValidationError).details.errors?.['amount'],
      );
    const expected = problem && [expect.stringMatching(problem as string | RegExp)];
    expect(await problemOf(app.links.create(by, aNewLink(changes)))).toEqual(expected);
    expect(await problemOf(app.links.estimate(by, aNewLink(changes)))).toEqual(expected);
  });

  it('are those of the provider where they are lower than those of the method', async () => {
    const by = await limited('600.00');
    await app.links.create(by, aNewLink({ ...PIX, amount: '600.00' }));
    await expect(app.links.create(by, aNewLink({ ...PIX, amount: '600.01' }))).rejects.toMatchObject({
      details: { errors: { amount: [expect.stringContaining('more than the limit of 600.00 BRL')] } },
    });
  });

  it('are measured again at the rate of the day on which the payer chooses', async () => {
    const by = await limited();
    const link = await app.links.create(by, aNewLink({ currency: 'BRL', amount: '190000000' }));
    const codes = async () =>
      (await app.checkout.listOffers(await app.checkout.view(link.id))).map((offer) => offer.method.code);
    expect(await codes()).toEqual(['brl_pix']);
    await app.setRates({ ARS: '900', BRL: '5' });
    expect(await codes()).toEqual([]);
    const payer = { name: null, email: null, document: null };
    await expect(codeOf(app.checkout.choose(link.id, 'brl_pix', payer))).resolves.toBe('PAYMENT_METHOD_UNAVAILABLE');
  });
});

describe('an estimate', () => {
  const estimate = async (options: MerchantOptions, changes: Parameters<typeof aNewLink>[0] = {}) => {
    const { by } = await app.merchant(options);
    const estimates = await app.links.estimate(by, aNewLink(changes));
    return estimates.map(({ method, terms }) => [method.code, terms.credited.toFixed()]);
  };

  it('has the figures of each method of the currency, and stores no link', async () => {
    expect(await estimate({})).toEqual([
      ['ars_transfer', '14265.00'],
      ['ars_qr', '14265.00'],
    ]);
    expect(app.tables.links.size).toBe(0);
  });

  it('leaves out a method whose fees exceed the amount, and one whose limits are exceeded', async () => {
    const dear = { fees: { ...EXAMPLE_FEES, methods: { ars_qr: { fixed_usd: '90' } } } };
    expect(await estimate(dear)).toEqual([['ars_transfer', '14265.00']]);
    expect(await estimate({}, { amount: '20000000' })).toEqual([['ars_transfer', '19419700.00']]);
  });

  it('is rejected for the same reasons as the link', async () => {
    await expect(codeOf(estimate({}, { amount: '308' }))).resolves.toBe('VALIDATION_FAILED');
    await expect(codeOf(estimate({}, { currency: 'USD' }))).resolves.toBe('USD_ACCOUNT_NOT_ENABLED');
    await expect(codeOf(estimate({ wallets: {} }))).resolves.toBe('SYSTEM_DATABASE_ERROR');
  });
});

describe('reading a payment link', () => {
  it.each(['another user', 'another kind', 'no user'])('finds no link of %s', async (whose) => {
    const link = await givenLink(app.repositories, whose === 'another kind' ? { kind: 'card_payment_link' } : {});
    const id = whose === 'no user' ? newId() : link.id;
    const userId = whose === 'another user' ? newId() : link.userId;
    await expect(codeOf(app.links.read(id, { userId }))).resolves.toBe('PAYMENT_LINK_NOT_FOUND');
  });
});

describe('cancelling a payment link', () => {
  let by: Collector;
  let link: PaymentLink;
  beforeEach(async () => {
    ({ by } = await app.merchant());
    link = await app.links.create(by, aNewLink({ webhookUrl: 'https://shop.example.com/hook' }));
  });

  it('closes its order with the link', async () => {
    const order = anOrder({ linkId: link.id });
    await app.uow.run((tx) => app.repositories.orders.open(tx, order));
    await app.links.cancel(link.id, by);
    await expect(app.repositories.orderStatus(order.id)).resolves.toBe('superseded');
  });

  it('that is active and unused returns the cancelled link', async () => {
    app.clock.advance(1_000);
    const cancelled = { ...link, status: 'cancelled', updatedAt: app.clock.now() };
    await expect(app.links.cancel(link.id, by)).resolves.toEqual(cancelled);
    await expect(app.links.read(link.id, by)).resolves.toEqual(cancelled);
  });

  it('notifies the integrator and the link’s own address', async () => {
    await app.links.cancel(link.id, by);
    expect(app.events.published).toEqual([
      {
        accountId: link.accountId,
        type: 'payment_link.cancelled',
        createdAt: app.clock.now(),
        paymentLinkId: link.id,
        linkWebhookUrl: 'https://shop.example.com/hook',
        data: {
          payment_link_id: link.id,
          kind: 'payment_link',
          status: 'cancelled',
          amount: '15000.00',
          currency: 'ARS',
          currency_destiny: 'ARS',
          description: 'Order 1001',
          reference: null,
          payment_method: null,
        },
      },
    ]);
  });

  it.each`
    status          | currentUses | code                            | errors
    ${'processing'} | ${0}        | ${'PAYMENT_LINK_NOT_ACTIVE'}    | ${{ status: 'processing' }}
    ${'in_transit'} | ${0}        | ${'PAYMENT_LINK_NOT_ACTIVE'}    | ${{ status: 'in_transit' }}
    ${'completed'}  | ${1}        | ${'PAYMENT_LINK_NOT_ACTIVE'}    | ${{ status: 'completed' }}
    ${'cancelled'}  | ${0}        | ${'PAYMENT_LINK_NOT_ACTIVE'}    | ${{ status: 'cancelled' }}
    ${'expired'}    | ${0}        | ${'PAYMENT_LINK_NOT_ACTIVE'}    | ${{ status: 'expired' }}
    ${'returned'}   | ${1}        | ${'PAYMENT_LINK_NOT_ACTIVE'}    | ${{ status: 'returned' }}
    ${'active'}     | ${1}        | ${'PAYMENT_LINK_CANNOT_CANCEL'} | ${{ current_uses: 1 }}
  `('that is $status with $currentUses uses is rejected: $code', async ({ status, currentUses, code, errors }) => {
    await app.repositories.forceLink(link.id, { status, currentUses });
    await expect(app.links.cancel(link.id, by)).rejects.toMatchObject({ code, details: { errors } });
    expect(app.events.published).toEqual([]);
    expect(await app.repositories.link(link.id)).toMatchObject({ status });
  });

  it.each(['another user', 'no user'])('of %s finds no link, and cancels none', async (whose) => {
    const id = whose === 'no user' ? newId() : link.id;
    await expect(codeOf(app.links.cancel(id, { userId: newId() }))).resolves.toBe('PAYMENT_LINK_NOT_FOUND');
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'active' });
  });
});
