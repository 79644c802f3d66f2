import { isUuid, ValidationError } from '@app/kernel';
import type { ProvenPosition, ProvenTotal, ProvenWallet } from './position';

/** The digest of a wallet's journal entries, with all their postings, up to a version of the wallet. */
export interface WalletDigest {
  readonly walletId: string;
  /** Null in a seal from before seals named the accounts. */
  readonly accountId: string | null;
  readonly currency: string;
  readonly version: number;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
}

/**
 * The state of the books at one time. Operators keep it where the owner of the database cannot change it: an edit of
 * the books that violates no rule still gives another digest.
 */
export interface Seal {
  readonly sealedAt: string;
  readonly wallets: readonly WalletDigest[];
  /** From where `verify` can go on. Absent in a seal from before seals had it. */
  readonly position?: ProvenPosition;
}

/** The seal in the form that operators keep. */
export interface SealJson {
  readonly sealed_at: string;
  /** Absent, as the figures of the wallets, in a seal from before seals had a position. */
  readonly position?: { readonly at: string; readonly open_holds: readonly string[] };
  readonly wallets: readonly SealedWalletJson[];
}

interface SealedWalletJson {
  readonly wallet_id: string;
  /** Absent in a seal from before seals named the accounts. */
  readonly account_id?: string;
  readonly currency: string;
  readonly version: number;
  readonly digest: string;
  readonly balance?: string;
  readonly day?: string | null;
  readonly time_zone?: string;
  readonly totals?: readonly ProvenTotal[];
}

/** A sealed wallet that is no longer as it was. */
export interface SealBreach {
  readonly walletId: string;
  readonly detail: string;
}

export function sealToJson({ sealedAt, wallets, position }: Seal): SealJson {
  const proven = new Map(position?.wallets.map((wallet) => [wallet.walletId, wallet]));
  return {
    sealed_at: sealedAt,
    ...(position && { position: { at: position.at.toISOString(), open_holds: position.openHolds } }),
    wallets: wallets.map((wallet) => walletToJson(wallet, proven.get(wallet.walletId))),
  };
}

/** Throws `ValidationError` for `seal`, saying what is wrong, unless it is what `sealToJson` returned. */
export function parseSeal(json: unknown): Seal {
  const { sealed_at: sealedAt, wallets, position } = asRecord(json, 'the seal');
  if (typeof sealedAt !== 'string' || Number.isNaN(Date.parse(sealedAt))) throw malformed('sealed_at is not a time');
  if (!Array.isArray(wallets)) throw malformed('wallets is not a list');
  const parsed = wallets.map((wallet, index) => parseWallet(wallet, `wallets[${index}]`));
  if (new Set(parsed.map(({ walletId }) => walletId)).size < parsed.length) throw malformed('a wallet is listed twice');
  if (position === undefined) return { sealedAt, wallets: parsed };
  return { sealedAt, wallets: parsed, position: parsePosition(asRecord(position, 'position'), wallets) };
}

/** Compares the seal with the digests of the same wallets now, each up to the version that was sealed. */
export function breachesOf(seal: Seal, now: readonly WalletDigest[]): SealBreach[] {
  const found = new Map(now.map((digest) => [digest.walletId, digest]));
  return seal.wallets.flatMap((sealed) => {
    const detail = breachOf(sealed, found.get(sealed.walletId));
    return detail === undefined ? [] : [{ walletId: sealed.walletId, detail }];
  });
}

function breachOf(sealed: WalletDigest, now: WalletDigest | undefined): string | undefined {
  if (!now) return 'does not exist any more';
  if (sealed.accountId !== null && now.accountId !== sealed.accountId) {
    return `is of account ${now.accountId}, was sealed as that of account ${sealed.accountId}`;
  }
  if (now.currency !== sealed.currency) return `is in ${now.currency}, was sealed in ${sealed.currency}`;
  if (now.version < sealed.version) return `has version ${now.version}, was sealed at version ${sealed.version}`;
  if (now.digest !== sealed.digest) return `its entries up to version ${sealed.version} are not those that were sealed`;
  return undefined;
}

function walletToJson(wallet: WalletDigest, proven: ProvenWallet | undefined): SealedWalletJson {
  const { walletId, accountId, currency, version, digest } = wallet;
  return {
    wallet_id: walletId,
    ...(accountId !== null && { account_id: accountId }),
    currency,
    version,
    digest,
    ...(proven && { balance: proven.balance, day: proven.day, time_zone: proven.timeZone, totals: proven.totals }),
  };
}

function parsePosition({ at, open_holds: holds }: Record<string, unknown>, wallets: unknown[]): ProvenPosition {
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) throw malformed('position.at is not a time');
  if (!Array.isArray(holds) || !holds.every((id): id is string => typeof id === 'string' && isUuid(id))) {
    throw malformed('position.open_holds is not a list of ids');
  }
  return {
    at: new Date(at),
    openHolds: holds,
    wallets: wallets.map((wallet, index) => parseProven(asRecord(wallet, 'a wallet'), `wallets[${index}]`)),
  };
}

const isAmount = (value: unknown): value is string => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

function parseProven(json: Record<string, unknown>, name: string): ProvenWallet {
  const { wallet_id: walletId, version, balance, day, time_zone: timeZone, totals } = json;
  if (!isAmount(balance)) throw malformed(`${name}.balance is not an amount`);
  if (day !== null && !(typeof day === 'string' && /^\d{4,}-\d\d-\d\d$/.test(day))) {
    throw malformed(`${name}.day is not a day`);
  }
  if (typeof timeZone !== 'string') throw malformed(`${name}.time_zone is not text`);
  if (!Array.isArray(totals)) throw malformed(`${name}.totals is not a list`);
  const parsed = totals.map((total) => parseTotal(asRecord(total, `a total of ${name}`), name));
  return { walletId: walletId as string, version: version as number, balance, day, timeZone, totals: parsed };
}

function parseTotal(json: Record<string, unknown>, name: string): ProvenTotal {
  const { movement_type, visible, total_in, count_in, total_out, count_out } = json;
  const isTotal = typeof movement_type === 'string' && typeof visible === 'boolean';
  if (!isTotal || !isAmount(total_in) || !isCount(count_in) || !isAmount(total_out) || !isCount(count_out)) {
    throw malformed(`${name}.totals has an invalid total`);
  }
  return { movement_type, visible, total_in, count_in, total_out, count_out };
}

function parseWallet(json: unknown, name: string): WalletDigest {
  const { wallet_id: walletId, account_id: accountId = null, currency, version, digest } = asRecord(json, name);
  if (typeof walletId !== 'string' || !isUuid(walletId)) throw malformed(`${name}.wallet_id is not an id`);
  if (accountId !== null && (typeof accountId !== 'string' || !isUuid(accountId))) {
    throw malformed(`${name}.account_id is not an id`);
  }
  if (typeof currency !== 'string') throw malformed(`${name}.currency is not text`);
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 0) {
    throw malformed(`${name}.version is not a number of postings`);
  }
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) throw malformed(`${name}.digest is not a SHA-256`);
  return { walletId, accountId, currency, version, digest };
}

function asRecord(json: unknown, name: string): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw malformed(`${name} is not an object`);
  return json as Record<string, unknown>;
}

function malformed(what: string): ValidationError {
  return ValidationError.of('seal', `is not a seal of books:seal: ${what}`);
}
