import { RecordedLog } from '@app/platform/testing';
import type { LiveProvider } from '../../testing/live';
import { WooviClient } from '../woovi-client';
import { WOOVI } from '../woovi-wire';
import { WooviProvider } from '../woovi.provider';
import { aPixPayout } from './woovi.subject';

/** Woovi's test environment. */
export const WOOVI_LIVE: LiveProvider = {
  name: WOOVI,
  addresses: ({ woovi }) => ({ WOOVI_API_BASE: woovi.apiBase }),
  secrets: ({ woovi }) => [woovi.appId ?? ''],
  build: ({ woovi: { appId = '', apiBase, publicKeys } }) => {
    const log = new RecordedLog();
    return new WooviProvider(new WooviClient({ appId, apiBase, log }), publicKeys, log);
  },
  orders: { payoutOrder: aPixPayout },
};
