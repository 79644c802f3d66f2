import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { Payer, wrong } from '../support/outflows';
import { userWith } from '../support/panel';
import { adjust, ids, TEXT, watchDocumented } from '../support/panel-money';
import { expectError, naming } from '../support/expect-error';
import { TestService } from '../support/service';
import { ISO, UUID } from '../support/shapes';

describe('transfers', () => {
  let service: TestService;
  let payer: Payer;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    await watchDocumented(service);
  });

  beforeEach(async () => {
    payer = await Payer.ofTransfers(service);
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const settled = (id: string, status: string) =>
    until(`the transfer is ${status}`, async () => {
      const transfer = await payer.read(id);
      return transfer.status === status && transfer;
    });
  const subjects = async (to: string) => (await payer.mails(to)).map(({ subject }) => subject);
  const left = (attempts: number) => ({ meta: { attempts_left: attempts } });

  describe('started', () => {
    it('is a verification with exactly three fields, which reserves nothing', async () => {
      const before = Date.now();
      const { status, body } = await payer.initiate();

      expect([status, body.data]).toEqual([
        201,
        {
          transfer_verification_id: expect.stringMatching(UUID),
          expires_at: expect.stringMatching(ISO),
          status: 'pending_verification',
        },
      ]);
      expect(Date.parse(body.data.expires_at) - before).toBeGreaterThanOrEqual(600_000 - 1_000);
      expect(await payer.balances()).toEqual(['100000.00', '0.00', '100000.00']);
      expect(await ids(payer.panel, '/payouts')).toEqual([]);
    });

    it('is replayed under its Idempotency-Key, with one code mailed', async () => {
      const [body, key] = [await payer.transfer(), { 'idempotency-key': newId() }];
      const [first, again] = [
        await payer.panel.post('/payouts', body, key),
        await payer.panel.post('/payouts', body, key),
      ];

      expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
      expect(await subjects(payer.merchant.email)).toHaveLength(1);
    });

    it('below the minimum is accepted, and rejected with the right code, which closes it', async () => {
      const { id, code } = await payer.start({ amount: '5100.00' });

      expectError(await payer.verify(id, code), 422, 'AMOUNT_BELOW_MINIMUM', {
        meta: { minimum: '5000.00', amount_after_fees: '4969.40', currency: 'ARS' },
      });
      expectError(await payer.verify(id, code), 410, 'OTP_EXPIRED');
      expectError(await payer.resend(id), 410, 'OTP_EXPIRED');
    });

    it('replaces the verification that the same user has open, and not that of another user', async () => {
      const colleague = await userWith(service, payer.merchant, 'create_payouts');
      const other = (await payer.initiate({}, colleague)).body.data.transfer_verification_id as string;
      const codeOfOther = await payer.code();
      const first = await payer.start();
      await payer.start();

      expectError(await payer.verify(first.id, first.code), 410, 'OTP_EXPIRED');
      expect((await payer.verify(other, codeOfOther, colleague)).status).toBe(201);
    });

    it('is estimated without being started, even before the terms are accepted', async () => {
      const newcomer = await Payer.on(service);
      const { status, body } = await newcomer.panel.post('/payouts/estimate', await newcomer.transfer());

      expect([status, body.data]).toEqual([
        200,
        expect.objectContaining({ net_amount: '9840.00', minimum: '5000.00' }),
      ]);
      expect(await newcomer.mails(newcomer.merchant.email)).toEqual([]);
    });
  });

  describe('confirmed', () => {
    it('is a payout of type transfer, whose amount is reserved', async () => {
      const held = await payer.addBeneficiary({ name: 'HOLD' });
      const { id, code } = await payer.start({ beneficiary_id: held });
      const { status, body } = await payer.verify(id, code);

      expect([status, body.data]).toEqual([
        201,
        expect.objectContaining({
          type: 'transfer',
          status: 'requested',
          amount: '10000.00',
          net_amount: '9840.00',
          comment: 'November rent',
          requested_by: payer.merchant.userId,
          destination: expect.objectContaining({ type: 'beneficiary', id: held, name: 'HOLD', country: 'AR' }),
        }),
      ]);
      expect(await payer.balances()).toEqual(['100000.00', '10000.00', '90000.00']);
    });

    it('completes automatically, with one exit row of the whole amount', async () => {
      const { id } = await payer.order();
      await settled(id, 'completed');

      expect(await payer.balances()).toEqual(['90000.00', '0.00', '90000.00']);
      expect(await payer.movements()).toMatchObject([
        { amount: '-10000.00', direction: 'out', label: 'Payout', reference: { id } },
      ]);
    });

    it('mails the beneficiary once it is completed', async () => {
      const email = `${newId()}@example.com`;
      const { id } = await payer.order({ beneficiary_id: await payer.addBeneficiary({}, email) });
      const { history } = await settled(id, 'completed');

      expect(await payer.mails(email)).toMatchObject([{ text: expect.stringContaining('9840.00') as string }]);
      // The code, and each state.
      expect(await subjects(payer.merchant.email)).toHaveLength(1 + history!.length);
    });

    it.each([
      ['FAIL', 'failed'],
      ['HOLD', 'processing'],
    ])('mails no beneficiary named %s, as it is %s', async (name, status) => {
      const email = `${newId()}@example.com`;
      const { id } = await payer.order({ beneficiary_id: await payer.addBeneficiary({ name }, email) });
      await settled(id, status);

      expect(await payer.mails(email)).toEqual([]);
    });

    it('that fails gives the money back, and says why to the merchant', async () => {
      const { id } = await payer.order({ beneficiary_id: await payer.addBeneficiary({ name: 'FAIL' }) });
      const { failure_reason: reason } = await settled(id, 'failed');
      const [mail] = await payer.mails(payer.merchant.email);

      expect(reason).toEqual(TEXT);
      expect(mail!.text).toContain(reason);
      expect(await payer.balances()).toEqual(['100000.00', '0.00', '100000.00']);
      expect(await payer.movements()).toEqual([]);
    });

    it('emits payout.completed with its type', async () => {
      await payer.merchant.api.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook' });
      const { id } = await payer.order();
      await settled(id, 'completed');
      const events = await service.sql(
        `SELECT type, body::json -> 'data' AS data FROM webhook_events WHERE account_id = $1`,
        [payer.merchant.account.id],
      );

      expect(events).toMatchObject([{ type: 'payout.completed', data: { payout_id: id, type: 'transfer' } }]);
    });

    it('is listed by its type, among payouts', async () => {
      const [{ id: transfer }, { id: payout }] = [await payer.order(), await payer.orderPayout()];

      expect(await ids(payer.panel, '/payouts?type=transfer')).toEqual([transfer]);
      expect(await ids(payer.panel, '/payouts?type=payout')).toEqual([payout]);
      expect(await ids(payer.panel, '/payouts')).toEqual([payout, transfer]);
    });

    it('is replayed under its Idempotency-Key; another call finds it verified', async () => {
      const { id, code } = await payer.start();
      const body = { transfer_verification_id: id, otp_code: code };
      const verify = (key: string) => payer.panel.post('/payouts/verify-otp', body, { 'idempotency-key': key });
      const [first, again, other] = [await verify('a'), await verify('a'), await verify('b')];

      expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
      expectError(other, 409, 'TRANSFER_ALREADY_VERIFIED');
      expectError(await payer.resend(id), 409, 'TRANSFER_ALREADY_VERIFIED');
    });

    it('by ten calls at once is one transfer', async () => {
      const { id, code } = await payer.start();
      const responses = await Promise.all(Array.from({ length: 10 }, () => payer.verify(id, code)));

      expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
      expect(await ids(payer.panel, '/payouts')).toHaveLength(1);
    });
  });

  describe('with a wrong code', () => {
    it('is rejected with the attempts that are left, and closed by the fifth', async () => {
      const { id, code } = await payer.start();

      for (const attempts of [4, 3, 2, 1]) {
        expectError(await payer.verify(id, wrong(code)), 422, 'OTP_INVALID', left(attempts));
      }
      expectError(await payer.verify(id, wrong(code)), 429, 'OTP_ATTEMPTS_EXHAUSTED');
      expectError(await payer.verify(id, code), 429, 'OTP_ATTEMPTS_EXHAUSTED');
      expectError(await payer.resend(id), 429, 'OTP_ATTEMPTS_EXHAUSTED');
      expect(await ids(payer.panel, '/payouts')).toEqual([]);
    });

    it('can be confirmed with the right one', async () => {
      const { id, code } = await payer.start();
      await payer.verify(id, wrong(code));

      expect((await payer.verify(id, code)).status).toBe(201);
    });

    it.each([[undefined], [123456], ['12345'], ['1234567'], ['12345a'], ['']])(
      'that is not six digits, %j, is rejected without costing an attempt',
      async (otp_code) => {
        const { id, code } = await payer.start();
        const response = await payer.panel.post('/payouts/verify-otp', { transfer_verification_id: id, otp_code });

        expectError(response, 422, 'VALIDATION_FAILED', naming('otp_code'));
        expectError(await payer.verify(id, wrong(code)), 422, 'OTP_INVALID', left(4));
      },
    );
  });

  describe('whose code is sent again', () => {
    it('accepts only the new code, with all attempts', async () => {
      const { id, code } = await payer.start();
      await payer.verify(id, wrong(code));
      const { status, body } = await payer.resend(id);
      const next = await payer.code();

      expect([status, body.data]).toEqual([
        200,
        {
          transfer_verification_id: id,
          expires_at: expect.stringMatching(ISO),
          status: 'pending_verification',
          resends_left: 2,
          attempts_left: 5,
        },
      ]);
      // One time in a million the new code is the old one.
      if (next !== code) expectError(await payer.verify(id, code), 422, 'OTP_INVALID', left(4));
      expect((await payer.verify(id, next)).status).toBe(201);
    });

    it('accepts the last one after three resends, and sends no fourth', async () => {
      const { id } = await payer.start();
      for (const resends of [2, 1, 0]) expect((await payer.resend(id)).body.data.resends_left).toBe(resends);

      expectError(await payer.resend(id), 429, 'OTP_RESENDS_EXHAUSTED');
      expect((await payer.verify(id, await payer.code())).status).toBe(201);
    });

    it('is rejected once the time is over', async () => {
      const { id, code } = await payer.start();
      await payer.letPass(id);

      expectError(await payer.verify(id, code), 410, 'OTP_EXPIRED');
      expectError(await payer.resend(id), 410, 'OTP_EXPIRED');
    });
  });

  describe('are rejected', () => {
    it('before the terms are accepted, with where to accept them; payouts are not', async () => {
      const newcomer = await Payer.on(service);

      expectError(await newcomer.initiate(), 403, 'TRANSFER_TERMS_NOT_ACCEPTED', {
        meta: { accept_at: '/api/v1/clients/transfers/accept-terms' },
      });
      expect((await newcomer.orderPayout()).type).toBe('payout');
    });

    it.each([
      ['comment', { comment: undefined }],
      ['comment', { comment: null }],
      ['comment', { comment: 'rent' }],
      ['comment', { comment: 'x'.repeat(51) }],
      ['beneficiary_id', { beneficiary_id: undefined }],
      ['beneficiary_id', { beneficiary_id: 'Ana' }],
      ['amount', { amount: 0 }],
      ['amount', { amount: '10.001' }],
      ['virtual_wallet_id', { virtual_wallet_id: undefined }],
    ])('for a wrong %s: %j', async (field, changes) => {
      expectError(await payer.initiate(changes), 422, 'VALIDATION_FAILED', naming(field));
    });

    it.each([
      ['404 VIRTUAL_WALLET_NOT_FOUND', { virtual_wallet_id: newId() }],
      ['404 BENEFICIARY_NOT_FOUND', { beneficiary_id: newId() }],
      ['422 PAYOUT_ROUTE_UNAVAILABLE', { instant: true }],
    ])('with %s', async (rejection, changes) => {
      const [status, code] = rejection.split(' ');
      expectError(await payer.initiate(changes), Number(status), code!);
    });

    it('to a beneficiary that is inactive, before and after the code', async () => {
      const id = await payer.addBeneficiary();
      const change = (active: boolean) => payer.panel.send('PATCH', `/beneficiaries/${id}`, { active });
      await change(false);
      expectError(await payer.initiate({ beneficiary_id: id }), 422, 'BENEFICIARY_INACTIVE');

      await change(true);
      const started = await payer.start({ beneficiary_id: id });
      await change(false);
      expectError(await payer.verify(started.id, started.code), 422, 'BENEFICIARY_INACTIVE');
    });

    it('above the available balance, before and after the code', async () => {
      const meta = { available: '100000.00', requested: '100000.01', currency: 'ARS' };
      expectError(await payer.initiate({ amount: '100000.01' }), 422, 'INSUFFICIENT_AVAILABLE_BALANCE', { meta });

      const { id, code } = await payer.start({ amount: '100000.00' });
      await adjust(service, payer.merchant, '-0.01');
      expectError(await payer.verify(id, code), 422, 'INSUFFICIENT_AVAILABLE_BALANCE', {
        meta: { available: '99999.99', requested: '100000.00', currency: 'ARS' },
      });
      expect(await payer.balances()).toEqual(['99999.99', '0.00', '99999.99']);
    });

    it('for each reason in the order of the checks', async () => {
      const newcomer = await Payer.on(service);
      const { account } = newcomer.merchant;
      const inactive = await newcomer.addBeneficiary();
      await newcomer.panel.send('PATCH', `/beneficiaries/${inactive}`, { active: false });
      const change = (set: string) => service.sql(`UPDATE accounts SET ${set} WHERE id = $1`, [account.id]);
      const rejected = async (changes: object = {}) => {
        const body = { ...(await newcomer.transfer()), beneficiary_id: inactive, amount: '100000.01', instant: true };
        return (await newcomer.initiate({ ...body, ...changes })).body.code as string;
      };
      const codes = [];

      await change(`status = 'paused', kyc_status = 'pending', kyb_status = 'pending'`);
      codes.push((await newcomer.initiate({}, await userWith(service, newcomer.merchant, 'view_payouts'))).body.code);
      for (const set of [`status = 'active'`, `kyc_status = 'verified'`, `kyb_status = 'verified', email = NULL`]) {
        await newcomer.signInAgain();
        codes.push(await rejected());
        await change(set);
      }
      await newcomer.signInAgain();
      codes.push(await rejected({ comment: '' }));
      await newcomer.acceptTerms();
      codes.push(await rejected({ comment: '', virtual_wallet_id: newId() }));
      codes.push(await rejected({ virtual_wallet_id: newId(), beneficiary_id: newId() }));
      codes.push(await rejected({ beneficiary_id: newId() }), await rejected());
      await newcomer.panel.send('PATCH', `/beneficiaries/${inactive}`, { active: true });
      codes.push(await rejected(), await rejected({ instant: false }));
      await change(`email = '${newcomer.merchant.email}'`);
      await newcomer.signInAgain();
      codes.push(await rejected({ instant: false }));

      expect(codes).toEqual([
        'PERMISSION_DENIED',
        'BUSINESS_TENANT_PAUSED',
        'KYC_VERIFICATION_REQUIRED',
        'KYB_VERIFICATION_REQUIRED',
        'TRANSFER_TERMS_NOT_ACCEPTED',
        'VALIDATION_FAILED',
        'VIRTUAL_WALLET_NOT_FOUND',
        'BENEFICIARY_NOT_FOUND',
        'BENEFICIARY_INACTIVE',
        'PAYOUT_ROUTE_UNAVAILABLE',
        'REGISTERED_EMAIL_MISSING',
        'INSUFFICIENT_AVAILABLE_BALANCE',
      ]);
    });

    it('to a user without the permission, at every step', async () => {
      const { id, code } = await payer.start();
      const colleague = await userWith(service, payer.merchant, 'view_payouts');
      const responses = [
        await payer.initiate({}, colleague),
        await payer.verify(id, code, colleague),
        await payer.resend(id, colleague),
      ];

      for (const response of responses) expectError(response, 403, 'PERMISSION_DENIED');
    });

    it('to another account: the verification does not exist', async () => {
      const { id, code } = await payer.start();
      const { panel: other } = await Payer.ofTransfers(service);

      expectError(await payer.verify(id, code, other), 404, 'TRANSFER_VERIFICATION_NOT_FOUND');
      expectError(await payer.resend(id, other), 404, 'TRANSFER_VERIFICATION_NOT_FOUND');
      expect((await payer.verify(id, code, await userWith(service, payer.merchant, 'create_payouts'))).status).toBe(
        201,
      );
    });

    it('to the beneficiary of another account, which does not exist', async () => {
      const foreign = await (await Payer.on(service)).addBeneficiary();
      expectError(await payer.initiate({ beneficiary_id: foreign }), 404, 'BENEFICIARY_NOT_FOUND');
    });

    it('to read for another account', async () => {
      const { id } = await payer.order();
      const { panel } = await Payer.on(service);

      expectError(await panel.get(`/payouts/${id}`), 404, 'PAYOUT_NOT_FOUND');
      expect(await ids(panel, '/payouts?type=transfer')).toEqual([]);
    });

    it('after twenty within an hour, with the seconds to wait', async () => {
      for (let started = 0; started < 20; started++) await payer.start();
      const { status, body } = await payer.initiate();

      expect([status, body.code]).toEqual([429, 'TRANSFER_RATE_LIMITED']);
      expect(body.retry_after).toBeGreaterThan(3_500);
      expect(body.meta).toEqual({ retry_after: body.retry_after });
    });
  });
});
