import { expectBooksBalanced } from '../support/books';
import { signIn } from '../support/panel';
import { adjust } from '../support/panel-money';
import { TestService } from '../support/service';
import { createScratchDatabase } from '../support/test-database';
import { randomFrom } from './seeded-random';
import { UnusualMoney } from './unusual-money';

/** How long sequences are tried, and from which seed on: an hour of others takes `UNUSUAL_MONEY_SECONDS=3600 UNUSUAL_MONEY_SEED=7`. */
const SECONDS = Number(process.env['UNUSUAL_MONEY_SECONDS'] ?? 60);
const SEED = Number(process.env['UNUSUAL_MONEY_SEED'] ?? 1);
const LONGEST = 14;
const MERCHANTS = 3;

describe('money that takes an unusual way', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let service: TestService;

  beforeAll(async () => {
    database = await createScratchDatabase();
    service = await TestService.start({ env: { DATABASE_URL: database.url } });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it(
    'ends in the wallet, or in an open case that names the difference exactly (rule 19.1)',
    async () => {
      const end = Date.now() + SECONDS * 1_000;
      const counts = await Promise.all(
        Array.from({ length: MERCHANTS }, async (_, at) => {
          const merchant = await service.merchant({ fees: {} });
          // Payouts need what disputes may have taken.
          await adjust(service, merchant, '1000000000.00');
          const { panel } = await signIn(service, merchant);
          let sequences = 0;
          for (; Date.now() < end; sequences++) {
            const seed = SEED + at + sequences * MERCHANTS;
            const random = randomFrom(seed);
            const money = await UnusualMoney.begin(service, merchant, panel, random);
            for (let steps = 2 + random(LONGEST); steps > 0; steps--) await money.step();
            await money.settle();
            await money.expectExplained(seed);
            await money.bookCases();
            await money.expectExplained(seed);
          }
          return sequences;
        }),
      );
      console.log(`UNUSUAL_MONEY_SEED=${SEED}: ${counts.reduce((sum, count) => sum + count, 0)} sequences`);
      await expectBooksBalanced(service);
    },
    (SECONDS + 300) * 1_000,
  );
});
