import { createPublicKey, type KeyObject } from 'node:crypto';
import type { EnvReader } from './env-reader';
import { credential, providerBase } from './provider-settings';

/** How the service reaches Woovi, and whose messages it accepts as Woovi's. */
export interface WooviSettings {
  /** Undefined: Woovi is not configured. */
  readonly appId: string | undefined;
  /** Without a final slash. */
  readonly apiBase: string;
  /** Each of them verifies messages. */
  readonly publicKeys: readonly KeyObject[];
}

const BASES = { sandbox: 'https://api.woovi-sandbox.com', production: 'https://api.woovi.com' } as const;

/** The public key that Woovi publishes for the signatures of its webhooks; the test and the live host have the same. */
const PUBLISHED_KEY = `-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC/+NtIkjzevvqD+I3MMv3bLXDt
pvxBjY4BsRrSdca3rtAwMcRYYvxSnd7jagVLpctMiOxQO8ieUCKLSWHpsMAjO/zZ
WMKbqoG8MNpi/u3fp6zz0mcHCOSqYsPUUG19buW8bis5ZZ2IZgBObWSpTvJ0cnj6
HKBAA82Jln+lGwS1MwIDAQAB
-----END PUBLIC KEY-----`;

const HOSTS = { live: ['api.woovi.com', 'api.openpix.com.br', 'api.openpix.com'], test: /sandbox/ };
const PEM_BLOCK = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

/** Reads the variables of Woovi. Each mistake is a problem of `env` under the name of its variable. */
export function readWoovi(
  env: EnvReader,
  environment: 'sandbox' | 'production',
  providers: readonly string[] | undefined,
): WooviSettings {
  const appId = env.readOptional('WOOVI_APP_ID', credential);
  const base = BASES[environment === 'production' ? 'production' : 'sandbox'];
  const apiBase = env.read('WOOVI_API_BASE', base, providerBase(environment, HOSTS));
  const publicKeys = env.read('WOOVI_PUBLIC_KEYS', PUBLISHED_KEY, publicKeyList);
  if (providers?.includes('woovi') && !env.isSet('WOOVI_APP_ID')) {
    env.report('WOOVI_APP_ID', 'is required when PROVIDERS names woovi');
  }
  return { appId, apiBase, publicKeys };
}

/** PEM blocks one after another; `\n` may stand for a line end. */
function publicKeyList(text: string): readonly KeyObject[] {
  const lines = text.replaceAll('\\n', '\n');
  const blocks = lines.match(PEM_BLOCK) ?? [];
  if (blocks.length === 0 || lines.replaceAll(PEM_BLOCK, '').trim() !== '') {
    throw new RangeError('must be public keys in PEM (-----BEGIN PUBLIC KEY-----…), one after another');
  }
  return blocks.map((block) => {
    const key = readKey(block);
    if (key?.asymmetricKeyType !== 'rsa') throw new RangeError('must have only RSA public keys');
    return key;
  });
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}
