import { isOwnMachine } from './addresses';
import type { EnvReader } from './env-reader';
import type { Secrets } from './secrets';

/** The least information that a secret must carry. Thirty-two random hexadecimal digits carry about 115 bits of it. */
const MIN_ENTROPY_BITS = 96;
/** Longer values are judged by their beginning. */
const JUDGED_BYTES = 256;
/** Random text seldom repeats as many characters. */
const LEAST_COPY = 5;

interface Judged {
  readonly publicUrl?: string;
  readonly fxSource?: string;
  readonly fxHttpUrl: string | undefined;
  readonly providers?: readonly string[];
  readonly allowSimulatedRails?: boolean;
}

/** What a sandbox may leave to its defaults and production may not: each violation becomes a problem of `env`. */
export function applyProductionRules(
  env: EnvReader,
  { publicUrl, fxSource, fxHttpUrl, providers, allowSimulatedRails }: Judged,
  secrets: Secrets,
): void {
  if (!env.isSet('DATABASE_URL')) env.report('DATABASE_URL', 'is required in production');
  if (!env.isSet('PUBLIC_URL')) env.report('PUBLIC_URL', 'is required in production');
  else if (publicUrl && !publicUrl.startsWith('https://')) env.report('PUBLIC_URL', 'must be https in production');
  assertStrong(env, secrets);
  if (!env.isSet('FX_SOURCE')) {
    env.report('FX_SOURCE', 'is required in production: http, or fixed for rates that only staff set');
  }
  if (fxSource === 'http' && fxHttpUrl && !fxHttpUrl.startsWith('https:') && !isOwnMachine(fxHttpUrl)) {
    env.report('FX_HTTP_URL', 'must be https in production: a change of the rates on the way changes prices');
  }
  if (!env.isSet('SMTP_URL')) env.report('SMTP_URL', 'is required in production');
  // Where others are configured too, `ProviderRoutes` knows what the sandbox serves.
  if (providers?.join() === 'sandbox' && !allowSimulatedRails) {
    env.report('ALLOW_SIMULATED_RAILS', 'must be true in production while PROVIDERS names the sandbox alone');
  }
}

function assertStrong(env: EnvReader, secrets: Secrets): void {
  const values = {
    SECRETS_KEY: secrets.secretsKey,
    SECRETS_KEY_PREVIOUS: secrets.secretsKeyPrevious,
    API_KEY_PEPPER: secrets.apiKeyPepper,
    PLATFORM_WEBHOOK_SECRET: secrets.platformWebhookSecret,
    PLATFORM_WEBHOOK_SECRET_PREVIOUS: secrets.platformWebhookSecretPrevious,
  };
  const seen = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const text = env.read(name, '', String);
    // What a key decodes to looks random also when it was typed.
    const bits = Math.min(entropyBits(Buffer.from(value)), entropyBits(Buffer.from(text)));
    if (bits < MIN_ENTROPY_BITS) {
      env.report(name, 'must be random, and its value is too regular: use the output of openssl rand');
    }
    const identity = identityOf(text);
    const same = seen.get(identity);
    if (same) env.report(name, `must differ from ${same}`);
    else seen.set(identity, name);
  }
}

/**
 * Equal for equal secrets. The same 32 bytes have several spellings in base64, and may be pasted as a key and as a
 * passphrase.
 */
function identityOf(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 ? bytes.toString('base64') : text;
}

/**
 * An upper bound of the information in a secret: the Shannon entropy of its bytes, and of the steps between neighbours,
 * which shows runs such as 0123456789, for each piece that does not repeat an earlier one. A regular value has little of
 * one of them.
 */
function entropyBits(value: Buffer): number {
  const bytes = value.subarray(0, JUDGED_BYTES);
  const steps = bytes.map((byte, index) => byte - (bytes[index - 1] ?? 0));
  return piecesOf(bytes) * Math.min(entropyPerByte(bytes), entropyPerByte(steps));
}

/** The number of pieces that the value falls into when each is a single byte or the longest copy of earlier ones. */
function piecesOf(bytes: Buffer): number {
  let pieces = 0;
  for (let at = 0; at < bytes.length; at += Math.max(1, copiedAt(bytes, at))) pieces += 1;
  return pieces;
}

/** How many bytes from there repeat earlier ones: zero or at least `LEAST_COPY`. */
function copiedAt(bytes: Buffer, at: number): number {
  let longest = LEAST_COPY - 1;
  for (let from = 0; from < at; from++) {
    while (
      at + longest < bytes.length &&
      bytes.subarray(from, from + longest + 1).equals(bytes.subarray(at, at + longest + 1))
    ) {
      longest += 1;
    }
  }
  return longest < LEAST_COPY ? 0 : longest;
}

function entropyPerByte(bytes: Uint8Array): number {
  const counts = new Map<number, number>();
  for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / bytes.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}
