import { deadlocks } from './deadlocks.suite';
import { payoutInterleavings } from './payout-interleavings.suite';
import { randomInterleavings } from './random-interleavings.suite';

const SEED = 35;

deadlocks({ seconds: 2, batches: 10, seed: SEED });
randomInterleavings({ series: 6, seed: SEED });
payoutInterleavings({ series: 2, seed: SEED });
