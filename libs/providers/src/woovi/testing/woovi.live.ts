import { NoUnitOfWork } from '@app/kernel/testing';
import { RecordedLog } from '@app/platform/testing';
import { InMemoryProviderObjects } from '@app/rails/testing';
import { KeptIds } from '../../kept-ids';
import type { LiveProvider } from '../../testing/live';
import { WooviClient } from '../woovi-client';
import { WOOVI, type WooviObjectKind } from '../woovi-wire';
import { WooviProvider } from '../woovi.provider';
import { aPixPayout } from './woovi.subject';

/** Woovi's test environment. */
export const WOOVI_LIVE: LiveProvider = {
  name: WOOVI,
  addresses: ({ woovi }) => ({ WOOVI_API_BASE: woovi.apiBase }),
  secrets: ({ woovi }) => [woovi.appId ?? ''],
  build: ({ woovi: { appId = '', apiBase, publicKeys } }) => {
    const log = new RecordedLog();
    const ids = new KeptIds<WooviObjectKind>(WOOVI, new InMemoryProviderObjects(), new NoUnitOfWork());
    return new WooviProvider(new WooviClient({ appId, apiBase, log }), publicKeys, ids, log);
  },
  orders: { payoutOrder: aPixPayout },
};
