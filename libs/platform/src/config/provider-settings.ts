import { parseUrl } from '@app/kernel';
import { baseUrl, isOwnMachine } from './addresses';

/** Parsers of the settings of providers. Each throws a `RangeError` whose text continues "VARIABLE …". */

type Environment = 'sandbox' | 'production';

/** The hosts of a provider's two environments. */
export interface ProviderHosts {
  readonly live: readonly string[];
  /** What is in the name of every test host. */
  readonly test: RegExp;
}

/** A value that can be sent in a header. */
export function credential(text: string): string {
  if (!/^[\x21-\x7e]{8,}$/.test(text)) throw new RangeError('must have 8 or more printable characters without blanks');
  return text;
}

/** The address of a provider's API, of the kind that the environment may use. Rule 16.9. */
export const providerBase =
  (environment: Environment, { live, test }: ProviderHosts) =>
  (text: string): string => {
    const base = baseUrl(text);
    const hostname = parseUrl(base)?.hostname.toLowerCase() ?? '';
    const isTest = isOwnMachine(base) || test.test(hostname);
    if (!base.startsWith('https:') && !isOwnMachine(base)) throw new RangeError('must be an https address');
    if (environment === 'production') {
      if (isTest) throw new RangeError('must not be a test host in production');
    } else if (live.includes(hostname)) {
      throw new RangeError('must not be the live host unless SERVICE_ENVIRONMENT is production');
    }
    return base;
  };
