import * as fc from 'fast-check';
import { inMemoryLedger } from './harness';
import { commands, runOnLedger, runOnModel } from './random-commands';

describe('any series of postings and holds in memory', () => {
  it('has the outcome that the model predicts', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        expect(await runOnLedger(inMemoryLedger(), list)).toEqual(runOnModel(list));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves balanced books', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const ledger = inMemoryLedger();
        await runOnLedger(ledger, list);
        expect(await ledger.violations()).toEqual([]);
      }),
    );
  });
});
