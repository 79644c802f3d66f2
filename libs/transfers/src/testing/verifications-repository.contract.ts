import { Money, newId, RetryTransactionError, type UnitOfWork } from '@app/kernel';
import type { VerificationsRepository } from '../verifications/application/ports';
import {
  afterMiss,
  afterResend,
  pendingVerification,
  type NewVerification,
  type Verification,
} from '../verifications/domain/verification';

const MINUTE = 60_000;
const NOW = new Date('2030-01-01T12:00:00.000Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);

export interface VerificationsHarness {
  repository: VerificationsRepository;
  uow: UnitOfWork;
  /** Stores an account, a wallet in ARS and a beneficiary. */
  newAccount(): Promise<Pick<Verification, 'accountId' | 'walletId' | 'destination'>>;
}

/** What every store of verifications must do. */
export function verificationsRepositoryContract(start: () => Promise<VerificationsHarness>): void {
  let harness: VerificationsHarness;
  let ids: Pick<Verification, 'accountId' | 'walletId' | 'destination'>;
  beforeEach(async () => {
    harness = await start();
    ids = await harness.newAccount();
  });

  const given = async (changes: Partial<NewVerification> = {}, now = NOW): Promise<Verification> => {
    const verification = pendingVerification(
      {
        id: newId(),
        userId: newId(),
        ...ids,
        destinationDigest: Buffer.from('a digest'),
        amount: Money.of('10000', 'ARS'),
        instant: false,
        comment: 'November rent',
        codeHash: Buffer.from('a hash'),
        ...changes,
      },
      now,
    );
    await harness.uow.run((tx) => harness.repository.insert(tx, verification));
    return verification;
  };
  const found = (of: Verification) => harness.repository.find(of.accountId, of.id);
  const locked = (of: Verification) => harness.uow.run((tx) => harness.repository.lock(tx, of.accountId, of.id));
  const save = (from: Verification, to: Verification) =>
    harness.uow.run((tx) => harness.repository.save(tx, { from, to }));

  it('returns what it stored, to its account only', async () => {
    const verification = await given();
    expect([await found(verification), await locked(verification)]).toEqual([verification, verification]);
    for (const owner of [{ accountId: newId() }, { id: newId() }, { id: 'not-a-uuid' }]) {
      const stranger = { ...verification, ...owner };
      expect([await found(stranger), await locked(stranger)]).toEqual([undefined, undefined]);
    }
  });

  it('saves a move, unless the status has changed since', async () => {
    const verification = await given();
    const resent = afterResend(afterMiss(verification, at(1)), Buffer.from('another'), at(2));
    await save(verification, resent);
    expect(await found(verification)).toEqual(resent);
    const closed: Verification = { ...resent, status: 'closed', closeReason: 'attempts', failedAttempts: 5 };
    await save(resent, closed);
    expect(await found(verification)).toEqual(closed);
    await expect(save(resent, closed)).rejects.toThrow(RetryTransactionError);
  });

  it('supersedes the pending verification of the same person', async () => {
    const [userId, other] = [newId(), await given()];
    const [first, second] = [await given({ userId }), await given({ userId }, at(1))];
    expect(await found(first)).toEqual({ ...first, status: 'superseded', updatedAt: at(1) });
    expect([await found(second), await found(other)]).toEqual([second, other]);
  });

  it('lists the initiations of the account since a moment, in any status', async () => {
    const userId = newId();
    await given({ userId }, at(-60));
    await given({ userId }, at(-59));
    const last = await given();
    await given(await harness.newAccount());
    const recent = await harness.uow.run((tx) => harness.repository.listRecent(tx, ids.accountId, at(-60)));
    expect(recent.sort((a, b) => a.at.getTime() - b.at.getTime())).toEqual([
      { userId, at: at(-59) },
      { userId: last.userId, at: NOW },
    ]);
  });

  it('expires what is overdue, the oldest first and no more than the limit', async () => {
    const expire = (limit: number) => harness.uow.once((tx) => harness.repository.expireDue(tx, at(-999_990), limit));
    while ((await expire(100)) > 0);
    const [second, first] = [await given({}, at(-1_000_000)), await given({}, at(-1_000_001))];
    const pending = await given({}, at(-999_999));
    expect(await expire(1)).toBe(1);
    expect([(await found(first))?.status, (await found(second))?.status]).toEqual(['expired', 'pending_verification']);
    expect(await expire(100)).toBe(1);
    expect(await found(second)).toEqual({ ...second, status: 'expired', updatedAt: at(-999_990) });
    expect(await found(pending)).toEqual(pending);
  });
}
