import * as fc from 'fast-check';
import { testDataSource } from '../../../../test/support/test-database';
import { postgresLedger } from '../testing';
import { expectLedgerBalanced } from '@app/books/testing';
import { commands, runOnLedger, runOnModel } from '../testing/random-commands';

describe('any series of postings and holds on PostgreSQL', () => {
  it('has the outcome that the model predicts and leaves balanced books', async () => {
    const dataSource = await testDataSource(2);
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        expect(await runOnLedger(postgresLedger(dataSource), list)).toEqual(runOnModel(list));
      }),
      { numRuns: 40 },
    );
    await expectLedgerBalanced(dataSource);
  });
});
