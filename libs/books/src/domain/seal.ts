import { isUuid, ValidationError } from '@app/kernel';

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
}

/** The seal in the form that operators keep. */
export interface SealJson {
  readonly sealed_at: string;
  readonly wallets: readonly SealedWalletJson[];
}

interface SealedWalletJson {
  readonly wallet_id: string;
  /** Absent in a seal from before seals named the accounts. */
  readonly account_id?: string;
  readonly currency: string;
  readonly version: number;
  readonly digest: string;
}

/** A sealed wallet that is no longer as it was. */
export interface SealBreach {
  readonly walletId: string;
  readonly detail: string;
}

export function sealToJson({ sealedAt, wallets }: Seal): SealJson {
  return {
    sealed_at: sealedAt,
    wallets: wallets.map(({ walletId, accountId, currency, version, digest }) => ({
      wallet_id: walletId,
      ...(accountId !== null && { account_id: accountId }),
      currency,
      version,
      digest,
    })),
  };
}

/** Throws `ValidationError` for `seal`, saying what is wrong, unless it is what `sealToJson` returned. */
export function parseSeal(json: unknown): Seal {
  const { sealed_at: sealedAt, wallets } = asRecord(json, 'the seal');
  if (typeof sealedAt !== 'string' || Number.isNaN(Date.parse(sealedAt))) throw malformed('sealed_at is not a time');
  if (!Array.isArray(wallets)) throw malformed('wallets is not a list');
  const parsed = wallets.map((wallet, index) => parseWallet(wallet, `wallets[${index}]`));
  if (new Set(parsed.map(({ walletId }) => walletId)).size < parsed.length) throw malformed('a wallet is listed twice');
  return { sealedAt, wallets: parsed };
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
