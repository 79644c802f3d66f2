import { newId, ValidationError } from '@app/kernel';
import { breachesOf, parseSeal, sealToJson, type Seal, type WalletDigest } from './seal';

const DIGEST = 'a'.repeat(64);

const aDigest = (changes: Partial<WalletDigest> = {}): WalletDigest => ({
  walletId: newId(),
  accountId: newId(),
  currency: 'ARS',
  version: 3,
  digest: DIGEST,
  ...changes,
});
const aSeal = (...wallets: WalletDigest[]): Seal => ({ sealedAt: '2030-01-01T00:00:00.000Z', wallets });

describe('a seal', () => {
  it('has the form that operators keep', () => {
    const wallet = aDigest();
    expect(sealToJson(aSeal(wallet))).toEqual({
      sealed_at: '2030-01-01T00:00:00.000Z',
      wallets: [
        { wallet_id: wallet.walletId, account_id: wallet.accountId, currency: 'ARS', version: 3, digest: DIGEST },
      ],
    });
  });

  it('is read back as it was written', () => {
    const seal = aSeal(aDigest(), aDigest({ version: 0 }));
    expect(parseSeal(JSON.parse(JSON.stringify(sealToJson(seal))))).toEqual(seal);
  });

  it('keeps from where a proof can go on (rule 9.19)', () => {
    const total = {
      movement_type: 'payment',
      visible: true,
      total_in: '10.50',
      count_in: 1,
      total_out: '0',
      count_out: 0,
    };
    const wallet = aDigest();
    const { walletId, version } = wallet;
    const proven = { walletId, version, balance: '10.50', day: '2030-01-01', timeZone: 'UTC', totals: [total] };
    const position = { at: new Date('2030-01-01T00:00:00.000Z'), openHolds: [newId()], wallets: [proven] };
    const seal = { ...aSeal(wallet), position };
    expect(parseSeal(JSON.parse(JSON.stringify(sealToJson(seal))))).toEqual(seal);
  });

  it.each([
    [{ balance: 10.5 }, /wallets\[0\].balance is not an amount/],
    [{ day: 'today' }, /wallets\[0\].day is not a day/],
    [{ totals: [{}] }, /wallets\[0\].totals has an invalid total/],
  ])('with a position is rejected with %j', (changes, message) => {
    const [wallet] = sealToJson(aSeal(aDigest())).wallets;
    const figures = { balance: '1', day: null, time_zone: 'UTC', totals: [] };
    const position = { at: '2030-01-01T00:00:00.000Z', open_holds: [] };
    const json = { sealed_at: '2030-01-01T00:00:00.000Z', position, wallets: [{ ...wallet, ...figures, ...changes }] };
    expect(() => parseSeal(json)).toThrow(
      expect.objectContaining({ details: { errors: { seal: [expect.stringMatching(message)] } } }),
    );
  });

  it('from before seals named the accounts is read, and written as it was', () => {
    const wallet = { wallet_id: newId(), currency: 'ARS', version: 3, digest: DIGEST };
    const json = { sealed_at: '2030-01-01T00:00:00.000Z', wallets: [wallet] };
    expect(sealToJson(parseSeal(json))).toEqual(json);
    expect(breachesOf(parseSeal(json), [aDigest({ walletId: wallet.wallet_id })])).toEqual([]);
  });

  const valid = () => sealToJson(aSeal(aDigest()));
  it.each([
    ['is not an object', [], /the seal is not an object/],
    ['is null', null, /the seal is not an object/],
    ['has no time', { ...valid(), sealed_at: 'today' }, /sealed_at is not a time/],
    ['has no list of wallets', { ...valid(), wallets: {} }, /wallets is not a list/],
    ['has a wallet that is not an object', { ...valid(), wallets: [1] }, /wallets\[0\] is not an object/],
    [
      'lists a wallet twice',
      {
        ...valid(),
        wallets: [valid().wallets, valid().wallets]
          .flat()
          .map((w) => ({ ...w, wallet_id: '01a206d9-fd7b-7511-82f2-14bd45d888a0' })),
      },
      /twice/,
    ],
    ...Object.entries({ wallet_id: 'x', account_id: 'x', currency: 1, version: -1, digest: 'A'.repeat(64) }).map(
      ([field, value]) =>
        [
          `has a wrong ${field}`,
          { ...valid(), wallets: [{ ...valid().wallets[0], [field]: value }] },
          new RegExp(`wallets\\[0\\].${field} is not`),
        ] as [string, unknown, RegExp],
    ),
  ])('is rejected when it %s', (_, json, message) => {
    expect(() => parseSeal(json)).toThrow(ValidationError);
    expect(() => parseSeal(json)).toThrow(
      expect.objectContaining({ details: { errors: { seal: [expect.stringMatching(message)] } } }),
    );
  });
});

describe('breachesOf', () => {
  const wallet = aDigest();

  it('finds nothing when the digests are the same, also after more was posted', () => {
    expect(breachesOf(aSeal(wallet), [{ ...wallet, version: 9 }])).toEqual([]);
  });

  it.each([
    ['no longer exists', [], 'does not exist any more'],
    [
      'belongs to another account',
      [{ ...wallet, accountId: 'another' }],
      `is of account another, was sealed as that of account ${wallet.accountId}`,
    ],
    ['has another currency', [{ ...wallet, currency: 'USD' }], 'is in USD, was sealed in ARS'],
    ['has a lower version', [{ ...wallet, version: 2 }], 'has version 2, was sealed at version 3'],
    [
      'has another digest',
      [{ ...wallet, digest: 'b'.repeat(64) }],
      'its entries up to version 3 are not those that were sealed',
    ],
  ])('names a wallet that %s', (_, now, detail) => {
    expect(breachesOf(aSeal(wallet), now)).toEqual([{ walletId: wallet.walletId, detail }]);
  });
});
