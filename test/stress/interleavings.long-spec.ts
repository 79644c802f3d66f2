import { deadlocks } from './deadlocks.suite';
import { payoutInterleavings } from './payout-interleavings.suite';
import { randomInterleavings } from './random-interleavings.suite';

const { STRESS_SEED, STRESS_SERIES, STRESS_SECONDS } = process.env;
const seed = Number(STRESS_SEED ?? Math.floor(Math.random() * 1e9));

deadlocks({ seconds: Number(STRESS_SECONDS ?? 20), batches: 40, seed });
randomInterleavings({ series: Number(STRESS_SERIES ?? 100), seed });
payoutInterleavings({ series: Number(STRESS_SERIES ?? 20), seed });
