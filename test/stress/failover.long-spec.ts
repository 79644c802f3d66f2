import { ensureBuilt } from '../support/processes';
import { failOver, SCENARIOS } from './failover';

describe('the service whose primary is killed under load', () => {
  beforeAll(() => ensureBuilt(), 120_000);

  it('loses nothing that it has confirmed, when the address leads to the synchronous standby', async () => {
    const { faults, figures } = await failOver(SCENARIOS.sigkill, { warmUpMs: 2_000, watchMs: 6_000 });

    expect({ faults, figures }).toEqual({ faults: [], figures });
  }, 180_000);
});
