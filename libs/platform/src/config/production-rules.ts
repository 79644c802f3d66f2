import type { EnvReader } from './env-reader';
import type { Secrets } from './secrets';

/** The least information that a secret must carry. Thirty-two random hexadecimal digits carry about 115 bits of it. */
const MIN_ENTROPY_BITS = 96;

/** What a sandbox may leave to its defaults and production may not: each violation becomes a problem of `env`. */
export function applyProductionRules(env: EnvReader, publicUrl: string | undefined, secrets: Secrets): void {
  if (!env.isSet('DATABASE_URL')) env.report('DATABASE_URL', 'is required in production');
  if (!env.isSet('PUBLIC_URL')) env.report('PUBLIC_URL', 'is required in production');
  else if (publicUrl && !publicUrl.startsWith('https://')) env.report('PUBLIC_URL', 'must be https in production');
  assertStrong(env, secrets);
  if (!env.isSet('FX_SOURCE')) {
    env.report('FX_SOURCE', 'is required in production: http, or fixed for rates that only staff set');
  }
  if (!env.isSet('SMTP_URL')) env.report('SMTP_URL', 'is required in production');
  if (env.read('ALLOW_SIMULATED_RAILS', 'false', String) !== 'true') {
    env.report('ALLOW_SIMULATED_RAILS', 'must be true in production while only the simulated rails are installed');
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
    if (entropyBits(Buffer.from(value)) < MIN_ENTROPY_BITS) {
      env.report(name, 'must be random, and its value is too regular: use the output of openssl rand');
    }
    const identity = identityOf(env.read(name, '', String));
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
 * An upper bound of the information in a secret, without its repetitions: the Shannon entropy of its bytes, and of the
 * steps between neighbours, which shows runs such as 0123456789. A regular value has little of one of them.
 */
function entropyBits(value: Buffer): number {
  const unit = value.subarray(0, periodOf(value));
  const steps = unit.map((byte, index) => byte - (unit[index - 1] ?? 0));
  return unit.length * Math.min(entropyPerByte(unit), entropyPerByte(steps));
}

/** The length of the shortest text whose repetition gives the value. */
function periodOf(value: Buffer): number {
  let period = 1;
  while (!value.subarray(period).equals(value.subarray(0, value.length - period))) period += 1;
  return period;
}

function entropyPerByte(bytes: Uint8Array): number {
  const counts = new Map<number, number>();
  for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / bytes.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}
