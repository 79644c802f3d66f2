import { ensureBuilt } from '../support/processes';
import { Cluster } from './cluster';
import { roll } from './rolling';
import { faultsOf, GENTLE } from './traffic';

/**
 * The processes are of one version: an earlier commit may need other packages, and its defects would fail the test of this
 * one. `node test/stress/run.js upgrade --from <tag>` replaces those of an earlier version, before a release.
 */
describe('processes behind HAProxy that are replaced under load, one after the other', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    await ensureBuilt();
    cluster = await Cluster.of(2);
  }, 120_000);

  afterAll(() => cluster.remove());

  it('fail no request, lose nothing and do nothing twice', async () => {
    const tally = await roll(cluster, 1_000, GENTLE);

    expect({ faults: await faultsOf(cluster, tally), failures: tally.failures }).toEqual({ faults: [], failures: {} });
    expect(cluster.stops).toHaveLength(4);
  }, 300_000);
});
