import type { Database } from './database';
import { DatabaseClock } from './database-clock';

const DATABASE_MS = Date.parse('2026-05-01T12:00:00Z');

/** A clock on a machine whose own is ahead by that much, and every response of the database takes `roundTripMs`. */
function clockAheadBy(aheadMs: number, roundTripMs = 0) {
  const machine = { ms: DATABASE_MS + aheadMs };
  const read = async () => {
    machine.ms += roundTripMs;
    return [{ ms: machine.ms - aheadMs - roundTripMs / 2 }];
  };
  const clock = new DatabaseClock({ read } as unknown as Database, () => machine.ms);
  return { clock, machine, read };
}

describe('the clock of a process (rule 16.22)', () => {
  it.each([90_000, -90_000])('shows the database’s time on a machine that is ahead by %i ms', async (aheadMs) => {
    const { clock } = clockAheadBy(aheadMs, 20);
    await clock.measure();
    expect(clock.now().getTime()).toBe(DATABASE_MS + 20);
  });

  it('shows the machine’s time while the difference is no more than what the network adds', async () => {
    const { clock, machine } = clockAheadBy(499);
    await clock.measure();
    expect(clock.now().getTime()).toBe(machine.ms);
  });

  it('follows the machine between measurements', async () => {
    const { clock, machine } = clockAheadBy(90_000);
    await clock.measure();
    machine.ms += 5_000;
    expect(clock.now().getTime()).toBe(DATABASE_MS + 5_000);
  });
});
