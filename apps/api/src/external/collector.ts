import type { Collector } from '@app/payment-links';
import { keyUserOf, type Caller } from '../access/external-request';

/** The account, user and key on whose behalf a request collects. */
export function collectorOf(caller: Caller): Collector {
  return { account: caller.account, userId: keyUserOf(caller), apiKeyId: caller.key.id };
}
