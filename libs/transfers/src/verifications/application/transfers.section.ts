import { DomainError, Money, newId } from '@app/kernel';
import { aClaim } from '@app/kernel/testing';
import { expectBooksBalanced } from '@app/books/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import { aPayable } from '../../testing/factories';
import { person, postgresTransfers, type TransferringMerchant } from '../../testing/transfers-harness';
import type { PendingTransfer } from './transfers';

const MINUTE = 60_000;
const WITHOUT_MEANING = '000000';

/** A code that is not the one that was mailed. */
const wrong = (code: string) => (code === WITHOUT_MEANING ? '000001' : WITHOUT_MEANING);

const UNTOUCHED = ['100000.00', '0.00'];
const code = (text: string) => ({ code: text });

describe('Transfers', () => {
  let source: DataSource;
  let system: ReturnType<typeof postgresTransfers>;
  let merchant: TransferringMerchant;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    system = postgresTransfers(source);
    merchant = await system.merchant();
  });

  const initiate = (by = merchant.by) => system.transfers.initiate(by, merchant.request());
  /** Initiates, and returns the code too. */
  const initiated = async (): Promise<PendingTransfer & { code: string }> => ({
    ...(await initiate()),
    code: system.mail.lastCode(),
  });
  const verify = (id: string, code: string, by = merchant.by) => system.transfers.verify(by, id, code);

  const stored = async (id: string) => {
    const found = await system.verifications.find(merchant.by.account.id, id);
    return found && { status: found.status, closeReason: found.closeReason, payoutId: found.payoutId };
  };
  const balances = async () => {
    const wallet = await system.ledger.findWallet(merchant.wallet.id);
    return wallet && [wallet.balances.available.toFixed(), wallet.balances.reserved.toFixed()];
  };
  const transfersOf = async () =>
    (await system.payouts.list(merchant.by.account.id, { limit: 50 })).items.filter(({ type }) => type === 'transfer');

  describe('initiate', () => {
    it('creates a pending verification, mails its code to the account and reserves nothing', async () => {
      const { verificationId, status, expiresAt } = await initiate();
      expect(status).toBe('pending_verification');
      expect(expiresAt).toEqual(new Date(system.clock.now().getTime() + 10 * MINUTE));
      expect(await stored(verificationId)).toMatchObject({ status: 'pending_verification', payoutId: null });
      expect(system.mail.sent).toHaveLength(1);
      expect(system.mail.sent[0]).toMatchObject({ to: 'tesoreria@cafe.example', sensitive: true });
      expect([await balances(), await transfersOf()]).toEqual([UNTOUCHED, []]);
    });

    it('shows the code in the text and the HTML of the mail, and nowhere else', async () => {
      const claim = aClaim();
      await system.transfers.initiate(merchant.by, merchant.request(), { claim, present: (pending) => pending });
      const [mail] = system.mail.sent;
      const sent = system.mail.lastCode();
      expect(mail?.text.split('\n')).toContain(sent);
      expect(mail?.html).toContain(`>${sent}<`);
      expect(mail?.subject).not.toMatch(/\d/);
      expect(system.audit.entries.map(({ action }) => action)).toEqual(['transfer.initiated']);
      expect(JSON.stringify([system.audit.entries, system.responses.kept])).not.toMatch(new RegExp(`\\b${sent}\\b`));
    });

    it('supersedes an earlier open verification of the same person, and of no other person', async () => {
      const colleague = person(merchant.by.account);
      const ofColleague = await initiate(colleague);
      const colleaguesCode = system.mail.lastCode();
      const first = await initiated();
      await initiate();
      expect(await stored(first.verificationId)).toMatchObject({ status: 'superseded' });
      await expect(verify(first.verificationId, first.code)).rejects.toMatchObject(code('OTP_EXPIRED'));
      await verify(ofColleague.verificationId, colleaguesCode, colleague);
    });

    it.each([
      [
        'VIRTUAL_WALLET_NOT_FOUND',
        () => system.transfers.initiate(merchant.by, merchant.request({ walletId: newId() })),
      ],
      [
        'BENEFICIARY_NOT_FOUND',
        () => system.transfers.initiate(merchant.by, merchant.request({ beneficiaryId: newId() })),
      ],
      [
        'BENEFICIARY_INACTIVE',
        () => {
          system.beneficiaries.deactivate(merchant.beneficiaryId);
          return initiate();
        },
      ],
      [
        'VALIDATION_FAILED',
        () => system.transfers.initiate(merchant.by, merchant.request({ amount: '1.001', beneficiaryId: newId() })),
      ],
      ['PAYOUT_ROUTE_UNAVAILABLE', () => system.transfers.initiate(merchant.by, merchant.request({ instant: true }))],
      [
        'REGISTERED_EMAIL_MISSING',
        () => initiate({ ...merchant.by, account: { ...merchant.by.account, email: null } }),
      ],
      [
        'INSUFFICIENT_AVAILABLE_BALANCE',
        () => system.transfers.initiate(merchant.by, merchant.request({ amount: '100000.01' })),
      ],
    ])('throws %s and creates nothing', async (rejection, attempt) => {
      await expect(attempt()).rejects.toMatchObject(code(rejection));
      expect([system.mail.sent, system.audit.entries]).toEqual([[], []]);
    });

    it('does not check the minimum, which is checked with the code', async () => {
      const { verificationId } = await system.transfers.initiate(merchant.by, merchant.request({ amount: '1' }));
      await expect(verify(verificationId, system.mail.lastCode())).rejects.toMatchObject(code('AMOUNT_BELOW_MINIMUM'));
    });

    it('counts the verifications that were created: twenty of a person within an hour', async () => {
      for (let time = 0; time < 20; time++) await initiate();
      system.clock.advance(10 * MINUTE);
      const limited = { code: 'TRANSFER_RATE_LIMITED', details: { retry_after: 3000, meta: { retry_after: 3000 } } };
      await expect(initiate()).rejects.toMatchObject(limited);
      await initiate(person(merchant.by.account));
      system.clock.advance(50 * MINUTE);
      await initiate();
    });

    it('is rejected after fifty wrong codes of the account in a day, also when they are entered at once', async () => {
      const people = Array.from({ length: 12 }, () => person(merchant.by.account));
      const pending: { id: string; sent: string; by: typeof merchant.by }[] = [];
      for (const by of people) {
        const { verificationId } = await initiate(by);
        pending.push({ id: verificationId, sent: system.mail.lastCode(), by });
      }
      const [open, last, ...guessed] = pending;
      const miss = ({ id, sent, by }: (typeof pending)[number]) => verify(id, wrong(sent), by).catch(() => undefined);

      await Promise.all(guessed.flatMap((each) => [1, 2, 3, 4, 5].map(() => miss(each))));

      const rejected = {
        code: 'TRANSFER_RATE_LIMITED',
        details: { retry_after: 86_400, meta: { retry_after: 86_400 } },
      };
      await expect(initiate()).rejects.toMatchObject(rejected);
      await expect(initiate(person(merchant.by.account))).rejects.toMatchObject(rejected);
      await system.transfers.resend(open!.by, open!.id);
      await verify(open!.id, system.mail.lastCode(), open!.by);
      await verify(last!.id, last!.sent, last!.by);
      system.clock.advance(24 * 60 * MINUTE);
      await initiate();
    });

    it('is not rejected after forty-nine wrong codes, a resend in between', async () => {
      for (let time = 0; time < 9; time++) {
        const { verificationId, code: sent } = await initiated();
        for (let attempt = 0; attempt < 5; attempt++) await verify(verificationId, wrong(sent)).catch(() => undefined);
      }
      const { verificationId, code: sent } = await initiated();
      for (let attempt = 0; attempt < 4; attempt++) await verify(verificationId, wrong(sent)).catch(() => undefined);
      await system.transfers.resend(merchant.by, verificationId);
      await initiate();
      await verify((await initiated()).verificationId, wrong(system.mail.lastCode())).catch(() => undefined);

      await expect(initiate()).rejects.toMatchObject(code('TRANSFER_RATE_LIMITED'));
    });

    it('leaves one pending verification of many that start at once', async () => {
      const started = await Promise.all(Array.from({ length: 20 }, () => initiate()));
      const states = await Promise.all(started.map(({ verificationId }) => stored(verificationId)));
      expect(states.filter((state) => state?.status === 'pending_verification')).toHaveLength(1);
      expect(states.filter((state) => state?.status === 'superseded')).toHaveLength(19);
      expect(await Promise.allSettled([initiate()])).toMatchObject([{ reason: code('TRANSFER_RATE_LIMITED') }]);
    });
  });

  describe('verify with the right code', () => {
    it('creates the transfer, reserves its amount and keeps the response', async () => {
      const { verificationId, code: sent } = await initiated();
      const response = { claim: aClaim(), present: ({ id }: { id: string }) => ({ id }) };
      const payout = await system.transfers.verify(merchant.by, verificationId, sent, response);
      expect(payout).toMatchObject({ type: 'transfer', status: 'requested', comment: 'November rent' });
      expect(payout.destination).toMatchObject({ type: 'beneficiary', id: merchant.beneficiaryId });
      expect(await stored(verificationId)).toEqual({ status: 'verified', closeReason: null, payoutId: payout.id });
      expect(await balances()).toEqual(['90000.00', '10000.00']);
      expect(system.responses.kept).toMatchObject([{ response: { id: payout.id } }]);
      await expectBooksBalanced(source);
    });

    it('works until the ten minutes are over', async () => {
      const { verificationId, code: sent } = await initiated();
      system.clock.advance(10 * MINUTE - 1);
      await verify(verificationId, sent);
    });

    it('finds the verification expired after ten minutes', async () => {
      const { verificationId, code: sent } = await initiated();
      system.clock.advance(10 * MINUTE);
      await expect(verify(verificationId, sent)).rejects.toMatchObject(code('OTP_EXPIRED'));
      expect(await stored(verificationId)).toMatchObject({ status: 'expired' });
      await expect(verify(verificationId, wrong(sent))).rejects.toMatchObject(code('OTP_EXPIRED'));
      expect([await balances(), await transfersOf()]).toEqual([UNTOUCHED, []]);
    });

    it('works once', async () => {
      const { verificationId, code: sent } = await initiated();
      await verify(verificationId, sent);
      for (const given of [sent, wrong(sent)]) {
        await expect(verify(verificationId, given)).rejects.toMatchObject(code('TRANSFER_ALREADY_VERIFIED'));
      }
      await expect(system.transfers.resend(merchant.by, verificationId)).rejects.toMatchObject(
        code('TRANSFER_ALREADY_VERIFIED'),
      );
      expect(await transfersOf()).toHaveLength(1);
    });

    it('works for every user of the account, and the transfer remains that of the user who initiated it', async () => {
      const { verificationId, code: sent } = await initiated();
      const colleague = person(merchant.by.account);

      expect(await verify(verificationId, sent, colleague)).toMatchObject({ requestedBy: merchant.by.user.id });
      expect(system.audit.entries.at(-1)).toMatchObject({ action: 'transfer.ordered', actor: colleague.actor });
    });

    it('works for no other account', async () => {
      const { verificationId, code: sent } = await initiated();
      const stranger = await system.merchant();
      for (const by of [stranger.by, { ...merchant.by, account: stranger.by.account }]) {
        const notFound = code('TRANSFER_VERIFICATION_NOT_FOUND');
        await expect(verify(verificationId, sent, by)).rejects.toMatchObject(notFound);
        await expect(system.transfers.resend(by, verificationId)).rejects.toMatchObject(notFound);
      }
      for (const id of [newId(), 'not-a-uuid']) {
        await expect(verify(id, sent)).rejects.toMatchObject(code('TRANSFER_VERIFICATION_NOT_FOUND'));
      }
      await verify(verificationId, sent);
    });

    it('creates one transfer however many calls arrive at once', async () => {
      const { verificationId, code: sent } = await initiated();
      const calls = await Promise.allSettled(Array.from({ length: 50 }, () => verify(verificationId, sent)));
      expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const rejections = calls.flatMap((call) =>
        call.status === 'rejected' ? [(call.reason as DomainError).code] : [],
      );
      expect(new Set(rejections)).toEqual(new Set(['TRANSFER_ALREADY_VERIFIED']));
      expect([await balances(), (await transfersOf()).length]).toEqual([['90000.00', '10000.00'], 1]);
      await expectBooksBalanced(source);
    });
  });

  describe('a check that fails after the right code', () => {
    const account = (changes: object) => ({ ...merchant.by, account: { ...merchant.by.account, ...changes } });

    it.each([
      ['BUSINESS_TENANT_PAUSED', () => account({ status: 'paused' })],
      ['KYC_VERIFICATION_REQUIRED', () => account({ kycStatus: 'pending' })],
      ['KYB_VERIFICATION_REQUIRED', () => account({ kybStatus: 'pending' })],
      ['TRANSFER_TERMS_NOT_ACCEPTED', () => void system.terms.withdraw(merchant.by.account.id)],
      ['BENEFICIARY_INACTIVE', () => void system.beneficiaries.deactivate(merchant.beneficiaryId)],
      ['PAYOUT_ROUTE_UNAVAILABLE', () => void system.routes.remove('ARS', 'AR', 'ARS')],
      ['REGISTERED_EMAIL_MISSING', () => account({ email: null })],
    ])('closes the verification: %s', async (rejection, change) => {
      const { verificationId, code: sent } = await initiated();
      const by = change() ?? merchant.by;
      await expect(verify(verificationId, wrong(sent), by)).rejects.toMatchObject(code('OTP_INVALID'));
      await expect(verify(verificationId, sent, by)).rejects.toMatchObject(code(rejection));
      expect(await stored(verificationId)).toMatchObject({ status: 'closed', closeReason: 'failed_check' });
      await expect(verify(verificationId, sent)).rejects.toMatchObject(code('OTP_EXPIRED'));
      await expect(system.transfers.resend(merchant.by, verificationId)).rejects.toMatchObject(code('OTP_EXPIRED'));
      expect([await balances(), await transfersOf()]).toEqual([UNTOUCHED, []]);
      expect(system.audit.entries.at(-1)).toMatchObject({ action: 'transfer.closed', details: code(rejection) });
    });

    it.each([
      ['bank account', { bank: { name: 'Banco Río', cbu: '0070999020000012345672' } }],
      ['document', { document: { type: 'CUIT', number: '20111111112' } }],
    ])('closes it when the beneficiary has another %s than the code was mailed for', async (_what, changes) => {
      const { verificationId, code: sent } = await initiated();
      const payable = aPayable(merchant.beneficiaryId);
      system.beneficiaries.add(merchant.by.account.id, { ...payable, rail: { ...payable.rail, ...changes } });
      const error = { ...code('OTP_EXPIRED'), message: expect.stringContaining('has changed') as string };
      await expect(verify(verificationId, sent)).rejects.toMatchObject(error);
      expect(await stored(verificationId)).toMatchObject({ status: 'closed', closeReason: 'failed_check' });
      expect([await balances(), await transfersOf()]).toEqual([UNTOUCHED, []]);
    });

    it('closes it when the available balance was spent in the meantime', async () => {
      const { verificationId, code: sent } = await initiated();
      await reserve('95000');
      await expect(verify(verificationId, sent)).rejects.toMatchObject({
        ...code('INSUFFICIENT_AVAILABLE_BALANCE'),
        details: { meta: { available: '5000.00', requested: '10000.00', currency: 'ARS' } },
      });
      expect(await stored(verificationId)).toMatchObject({ status: 'closed', closeReason: 'failed_check' });
    });

    it('closes it, and leaves no payout, when the balance is spent between the check and the hold', async () => {
      const { verificationId, code: sent } = await initiated();
      const place = system.placement.place.bind(system.placement);
      jest.spyOn(system.placement, 'place').mockImplementationOnce(async (...given) => {
        await reserve('95000');
        return place(...given);
      });
      await expect(verify(verificationId, sent)).rejects.toMatchObject(code('INSUFFICIENT_AVAILABLE_BALANCE'));
      expect(await stored(verificationId)).toMatchObject({ status: 'closed', closeReason: 'failed_check' });
      expect(await transfersOf()).toEqual([]);
      await expectBooksBalanced(source);
    });

    it('leaves the verification open when another call has taken over the idempotency key', async () => {
      const { verificationId, code: sent } = await initiated();
      system.responses.failure = new Error('another call holds the key');
      const response = { claim: aClaim(), present: ({ id }: { id: string }) => ({ id }) };
      await expect(system.transfers.verify(merchant.by, verificationId, sent, response)).rejects.toThrow(
        'another call',
      );
      expect([await stored(verificationId), await transfersOf()]).toMatchObject([
        { status: 'pending_verification' },
        [],
      ]);
      expect(await balances()).toEqual(UNTOUCHED);
    });

    it('leaves the verification open after an unexpected error', async () => {
      const { verificationId, code: sent } = await initiated();
      jest.spyOn(system.placement, 'place').mockRejectedValueOnce(new Error('the connection was lost'));
      await expect(verify(verificationId, sent)).rejects.toThrow('the connection was lost');
      await verify(verificationId, sent);
    });

    /** An order of the account's that the tables of transfers know nothing of. */
    async function reserve(amount: string): Promise<void> {
      const hold = { walletId: merchant.wallet.id, amount: Money.of(amount, 'ARS') };
      const reference = { referenceType: 'test', referenceId: newId() };
      await system.uow.run((tx) => system.ledger.placeHold(tx, { ...hold, ...reference }));
    }
  });

  describe('a wrong code', () => {
    it('is counted, and the fifth closes the verification', async () => {
      const { verificationId, code: sent } = await initiated();
      for (const left of [4, 3, 2, 1]) {
        const invalid = { ...code('OTP_INVALID'), details: { meta: { attempts_left: left } } };
        await expect(verify(verificationId, wrong(sent))).rejects.toMatchObject(invalid);
      }
      await expect(verify(verificationId, wrong(sent))).rejects.toMatchObject(code('OTP_ATTEMPTS_EXHAUSTED'));
      expect(await stored(verificationId)).toMatchObject({ status: 'closed', closeReason: 'attempts' });
      await expect(verify(verificationId, sent)).rejects.toMatchObject(code('OTP_ATTEMPTS_EXHAUSTED'));
      await expect(system.transfers.resend(merchant.by, verificationId)).rejects.toMatchObject(
        code('OTP_ATTEMPTS_EXHAUSTED'),
      );
      expect([await balances(), await transfersOf()]).toEqual([UNTOUCHED, []]);
    });

    it('does not stop the right code before the fifth', async () => {
      const { verificationId, code: sent } = await initiated();
      for (let time = 0; time < 4; time++)
        await expect(verify(verificationId, wrong(sent))).rejects.toThrow(DomainError);
      await verify(verificationId, sent);
    });

    it('counts each of many that arrive at once', async () => {
      const { verificationId, code: sent } = await initiated();
      const calls = await Promise.allSettled(Array.from({ length: 5 }, () => verify(verificationId, wrong(sent))));
      const rejections = calls.map((call) => (call.status === 'rejected' ? (call.reason as DomainError) : undefined));
      expect(rejections.map((each) => each?.code).sort()).toEqual([
        'OTP_ATTEMPTS_EXHAUSTED',
        'OTP_INVALID',
        'OTP_INVALID',
        'OTP_INVALID',
        'OTP_INVALID',
      ]);
      expect(rejections.map((each) => each?.details.meta?.['attempts_left'] ?? 0).sort()).toEqual([0, 1, 2, 3, 4]);
    });

    it('is not repeated by its error', async () => {
      const { verificationId, code: sent } = await initiated();
      const error = await verify(verificationId, wrong(sent)).catch((reason: unknown) => reason);
      const { message, details } = error as DomainError;
      expect(JSON.stringify([message, details])).not.toContain(wrong(sent));
    });
  });

  describe('resend', () => {
    it('mails a new code with ten more minutes and all attempts; the old code no longer works', async () => {
      const { verificationId, code: first } = await initiated();
      for (let time = 0; time < 4; time++)
        await expect(verify(verificationId, wrong(first))).rejects.toThrow(DomainError);
      system.clock.advance(9 * MINUTE);
      const renewed = await system.transfers.resend(merchant.by, verificationId);
      const second = system.mail.lastCode();
      expect(renewed).toEqual({
        verificationId,
        status: 'pending_verification',
        attemptsLeft: 5,
        resendsLeft: 2,
        expiresAt: new Date(system.clock.now().getTime() + 10 * MINUTE),
      });
      expect(new Set(system.mail.sent.map(({ dedupeKey }) => dedupeKey)).size).toBe(2);
      system.clock.advance(9 * MINUTE);
      if (first !== second) await expect(verify(verificationId, first)).rejects.toMatchObject(code('OTP_INVALID'));
      await verify(verificationId, second);
    });

    it('may replace the code while the new one is being verified', async () => {
      const { verificationId } = await initiate();
      const before = await system.verifications.find(merchant.by.account.id, verificationId);
      await system.transfers.resend(merchant.by, verificationId);
      jest.spyOn(system.verifications, 'find').mockResolvedValueOnce(before);
      await verify(verificationId, system.mail.lastCode());
      expect(await transfersOf()).toHaveLength(1);
    });

    it('works three times, and a fourth leaves the last code valid', async () => {
      const { verificationId } = await initiate();
      for (const left of [2, 1, 0]) {
        expect(await system.transfers.resend(merchant.by, verificationId)).toMatchObject({ resendsLeft: left });
      }
      const exhausted = code('OTP_RESENDS_EXHAUSTED');
      await expect(system.transfers.resend(merchant.by, verificationId)).rejects.toMatchObject(exhausted);
      expect(system.mail.sent).toHaveLength(4);
      await verify(verificationId, system.mail.lastCode());
    });

    it('is rejected once the time is over, and without a registered address', async () => {
      const { verificationId } = await initiate();
      const unmailable = { ...merchant.by, account: { ...merchant.by.account, email: null } };
      await expect(system.transfers.resend(unmailable, verificationId)).rejects.toMatchObject(
        code('REGISTERED_EMAIL_MISSING'),
      );
      system.clock.advance(10 * MINUTE);
      await expect(system.transfers.resend(merchant.by, verificationId)).rejects.toMatchObject(code('OTP_EXPIRED'));
      expect(await stored(verificationId)).toMatchObject({ status: 'expired' });
    });

    it('sends three codes at most when many ask at once', async () => {
      const { verificationId } = await initiate();
      await Promise.allSettled(Array.from({ length: 10 }, () => system.transfers.resend(merchant.by, verificationId)));
      expect(system.mail.sent).toHaveLength(4);
      await verify(verificationId, system.mail.lastCode());
    });
  });

  describe('expireDue', () => {
    it('expires what is overdue, and nothing else', async () => {
      const overdue = await initiate();
      system.clock.advance(5 * MINUTE);
      const current = await initiate(person(merchant.by.account));
      system.clock.advance(5 * MINUTE);
      while ((await system.transfers.expireDue(100)) > 0);
      expect(await stored(overdue.verificationId)).toMatchObject({ status: 'expired' });
      const pending = `SELECT status FROM transfer_verifications WHERE id = $1`;
      expect(await source.query(pending, [current.verificationId])).toEqual([{ status: 'pending_verification' }]);
    });
  });
});
