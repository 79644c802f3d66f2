import { parseUrl } from '@app/kernel';
import { baseUrl, isOwnMachine } from './addresses';
import type { EnvReader } from './env-reader';

/** How the service reaches Stripe, and whose messages it accepts as Stripe's. */
export interface StripeSettings {
  /** Undefined: Stripe is not configured. */
  readonly secretKey: string | undefined;
  /** Each of them verifies messages: one for each webhook endpoint, and a second one while it is rotated. */
  readonly webhookSecrets: readonly string[];
  /** Scheme, host and port. */
  readonly apiBase: string;
  /** The account that pays out in USD and whose details receive deposits; undefined: Stripe does neither. */
  readonly financialAccount: string | undefined;
}

/** Stripe has one host: its keys say whether they are for tests. */
const BASE = 'https://api.stripe.com';
const SECRET_KEY = /^(?:sk|rk)_(test|live)_[\w-]{8,}$/;
const WEBHOOK_SECRET = /^whsec_[\x21-\x7e]{8,}$/;

type Environment = 'sandbox' | 'production';

/** Reads the variables of Stripe. Each mistake is a problem of `env` under the name of its variable. */
export function readStripe(
  env: EnvReader,
  environment: Environment,
  providers: readonly string[] | undefined,
): StripeSettings {
  const secretKey = env.readOptional('STRIPE_SECRET_KEY', secretKeyFor(environment));
  const webhookSecrets = env.readOptional('STRIPE_WEBHOOK_SECRETS', webhookSecretList) ?? [];
  const apiBase = env.read('STRIPE_API_BASE', BASE, baseFor(environment));
  const financialAccount = env.readOptional('STRIPE_FINANCIAL_ACCOUNT', financialAccountId);
  if (providers?.includes('stripe')) {
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS']) {
      if (!env.isSet(name)) env.report(name, 'is required when PROVIDERS names stripe');
    }
  }
  return { secretKey, webhookSecrets, apiBase, financialAccount };
}

const secretKeyFor =
  (environment: Environment) =>
  (text: string): string => {
    const mode = SECRET_KEY.exec(text)?.[1];
    if (mode === undefined) throw new RangeError('must be a secret or restricted key (sk_test_…, rk_live_…)');
    if (environment === 'production') {
      if (mode === 'test') throw new RangeError('must not be a test key in production');
    } else if (mode === 'live') {
      throw new RangeError('must not be a live key unless SERVICE_ENVIRONMENT is production');
    }
    return text;
  };

const baseFor =
  (environment: Environment) =>
  (text: string): string => {
    const base = baseUrl(text);
    if (parseUrl(base)?.pathname !== '/') throw new RangeError('must be only a scheme, host and port');
    if (isOwnMachine(base)) {
      if (environment === 'production') throw new RangeError('must not be a test host in production');
    } else if (!base.startsWith('https:')) {
      throw new RangeError('must be an https address');
    }
    return base;
  };

function webhookSecretList(text: string): readonly string[] {
  const secrets = text.split(',').map((each) => each.trim());
  if (!secrets.every((secret) => WEBHOOK_SECRET.test(secret))) {
    throw new RangeError('must be signing secrets (whsec_…), separated by commas');
  }
  return secrets;
}

function financialAccountId(text: string): string {
  if (!/^fa_\w{4,}$/.test(text)) throw new RangeError('must be the id of a financial account (fa_…)');
  return text;
}
