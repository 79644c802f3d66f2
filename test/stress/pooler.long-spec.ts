import { ensureBuilt } from '../support/processes';
import { PooledCluster } from './pooler';
import { faultsOf, GENTLE } from './traffic';

describe('the service behind PgBouncer', () => {
  let pooled: PooledCluster;

  beforeAll(async () => {
    await ensureBuilt();
    pooled = await PooledCluster.start();
  }, 120_000);

  afterAll(() => pooled.remove());

  it('loses nothing and does nothing twice in session mode, when PgBouncer restarts under load (rule 16.16)', async () => {
    const tally = await pooled.restartUnderLoad(2_000, 1_000, GENTLE);

    expect(await faultsOf(pooled.cluster, tally)).toEqual([]);
  }, 180_000);

  it('ends its start with one line in transaction mode (rule 16.16)', async () => {
    expect(await pooled.rejection()).toMatch(
      /: Cannot start: DATABASE_URL leads to a pooler in transaction mode, which does not work: use session mode\n$/,
    );
  }, 60_000);
});
