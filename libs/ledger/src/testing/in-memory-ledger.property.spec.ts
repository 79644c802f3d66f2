import * as fc from 'fast-check';
import { inMemoryLedger } from './harness';
import { commands, runOnLedger, runOnPaper } from './random-commands';

describe('any series of postings and holds', () => {
  it('is answered, and leaves every wallet, as the rules say', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        expect(await runOnLedger(inMemoryLedger(), list)).toEqual(runOnPaper(list));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves balanced books', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const ledger = inMemoryLedger();
        await runOnLedger(ledger, list);
        expect((await ledger.books.verify()).violations).toEqual([]);
      }),
    );
  });
});
