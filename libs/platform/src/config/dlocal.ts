import type { EnvReader } from './env-reader';
import { credential, providerBase } from './provider-settings';

/** How the service reaches dLocal, and whose messages it accepts as dLocal's. */
export interface DlocalSettings {
  /** Undefined without one of the three: then dLocal cannot be called. */
  readonly credentials: DlocalCredentials | undefined;
  /** Without a final slash. */
  readonly apiBase: string;
  /** dLocal's ids of payment methods by our codes, in place of the built-in ones; a hyphen leaves the method out. */
  readonly methodIds: ReadonlyMap<string, string>;
  /** Undefined: dLocal pays nothing out. */
  readonly payouts: DlocalPayoutSettings | undefined;
}

export interface DlocalCredentials {
  readonly login: string;
  readonly transKey: string;
  /** The first signs our calls; each of them verifies messages. */
  readonly secretKeys: readonly string[];
}

/** Payouts have credentials of their own. */
export interface DlocalPayoutSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Without a final slash. */
  readonly apiBase: string;
}

const BASES = { sandbox: 'https://sandbox.dlocal.com', production: 'https://api.dlocal.com' } as const;
const HOSTS = { live: ['api.dlocal.com', 'api-cert.dlocal.com', 'marketplace-api.dlocal.com'], test: /sandbox|sbox/ };
const CREDENTIALS = ['DLOCAL_LOGIN', 'DLOCAL_TRANS_KEY', 'DLOCAL_SECRET_KEYS'] as const;

/** Reads the variables of dLocal. Each mistake is a problem of `env` under the name of its variable. */
export function readDlocal(
  env: EnvReader,
  environment: 'sandbox' | 'production',
  providers: readonly string[] | undefined,
): DlocalSettings {
  const base = BASES[environment === 'production' ? 'production' : 'sandbox'];
  const login = env.readOptional('DLOCAL_LOGIN', credential);
  const transKey = env.readOptional('DLOCAL_TRANS_KEY', credential);
  const secretKeys = env.readOptional('DLOCAL_SECRET_KEYS', credentialList);
  if (providers?.includes('dlocal')) requireDlocal(env, 'when PROVIDERS names dlocal');
  return {
    credentials: login && transKey && secretKeys ? { login, transKey, secretKeys } : undefined,
    apiBase: env.read('DLOCAL_API_BASE', base, providerBase(environment, HOSTS)),
    methodIds: env.read('DLOCAL_METHOD_IDS', '', methodIdList),
    payouts: readPayouts(env, environment, base),
  };
}

/** Reports each credential that is not set. `when` is the rest of the sentence. */
export function requireDlocal(env: EnvReader, when: string): void {
  for (const name of CREDENTIALS.filter((each) => !env.isSet(each))) env.report(name, `is required ${when}`);
}

function readPayouts(env: EnvReader, environment: 'sandbox' | 'production', base: string) {
  const clientId = env.readOptional('DLOCAL_PAYOUTS_CLIENT_ID', credential);
  const clientSecret = env.readOptional('DLOCAL_PAYOUTS_CLIENT_SECRET', credential);
  const apiBase = env.read('DLOCAL_PAYOUTS_API_BASE', base, providerBase(environment, HOSTS));
  const [hasId, hasSecret] = [env.isSet('DLOCAL_PAYOUTS_CLIENT_ID'), env.isSet('DLOCAL_PAYOUTS_CLIENT_SECRET')];
  if (hasId !== hasSecret) {
    const [missing, given] = hasId
      ? ['DLOCAL_PAYOUTS_CLIENT_SECRET', 'DLOCAL_PAYOUTS_CLIENT_ID']
      : ['DLOCAL_PAYOUTS_CLIENT_ID', 'DLOCAL_PAYOUTS_CLIENT_SECRET'];
    env.report(missing, `is required with ${given}`);
  }
  return clientId && clientSecret ? { clientId, clientSecret, apiBase } : undefined;
}

function credentialList(text: string): readonly string[] {
  return text.split(',').map((each) => credential(each.trim()));
}

/** `bob_qr=QR,ars_qr=-`: a hyphen leaves the method out. */
function methodIdList(text: string): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const entry of text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [, code, id] = /^([a-z][a-z0-9_]*)=([A-Z0-9_]{1,40}|-)$/.exec(entry) ?? [];
    if (code === undefined || id === undefined) throw new RangeError('must be a list such as bob_qr=QR,cop_pse=PC');
    if (ids.has(code)) throw new RangeError(`must name ${code} once`);
    ids.set(code, id);
  }
  return ids;
}
