import { Metrics } from '../ops-server/metrics';
import { loopsCheck, Pulse, showLoopAges } from './pulse';

let now: number;
let pulse: Pulse;
beforeEach(() => {
  now = 1_000;
  pulse = new Pulse('mail', () => now);
});

const check = () => loopsCheck([{ pulse }])();

describe('the check of the loops', () => {
  it('passes before a loop has started', async () => {
    now += 60_000;
    await expect(check()).resolves.toBeUndefined();
  });

  it('fails when a turn has not ended after ten seconds', async () => {
    pulse.expectTurn();
    now += 10_001;
    await expect(check()).rejects.toThrow('stuck: mail');
  });

  it('counts from when the next turn was due, since a loop may pause for longer', async () => {
    pulse.expectTurn(60_000);
    now += 70_000;
    await expect(check()).resolves.toBeUndefined();
    now += 1;
    await expect(check()).rejects.toThrow('stuck: mail');
  });

  it('passes again when the loop turns', async () => {
    pulse.expectTurn();
    now += 20_000;
    pulse.expectTurn();
    await expect(check()).resolves.toBeUndefined();
  });

  it('passes after the loop was stopped', async () => {
    pulse.expectTurn();
    now += 20_000;
    pulse.recordStop();
    await expect(check()).resolves.toBeUndefined();
  });
});

describe('the metric of the loops', () => {
  const exposed = async () => {
    const metrics = new Metrics('delivery-worker', false);
    showLoopAges([{ pulse }], metrics);
    return metrics.registry.metrics();
  };

  it('is the time since the last turn without an error', async () => {
    pulse.recordTurn();
    now += 2_500;
    expect(await exposed()).toContain('loop_last_turn_age_seconds{loop="mail",service="delivery-worker"} 2.5');
  });

  it('is the time since the start of a loop that has never turned without an error', async () => {
    pulse.expectTurn();
    now += 200_000;
    pulse.expectTurn();
    now += 1_000;
    expect(await exposed()).toContain('loop_last_turn_age_seconds{loop="mail",service="delivery-worker"} 201');
  });

  it('has no value before the loop starts and after it was stopped', async () => {
    expect(await exposed()).not.toMatch(/^loop_last_turn_age_seconds\{/m);
    pulse.expectTurn();
    pulse.recordStop();
    expect(await exposed()).not.toMatch(/^loop_last_turn_age_seconds\{/m);
  });
});
