import { SystemClock } from './clock';

it("the system clock returns the machine's time", () => {
  const before = Date.now();
  const now = new SystemClock().now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

it('monotonic time never goes back', () => {
  const clock = new SystemClock();
  const before = clock.monotonicMs();
  expect(clock.monotonicMs()).toBeGreaterThanOrEqual(before);
});
