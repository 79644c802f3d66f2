import { Clock, toCurrency, UnitOfWork } from '@app/kernel';
import { loadConfig, NotificationListener, PlatformModule, SilentLog } from '@app/platform';
import { Test, type TestingModule } from '@nestjs/testing';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../test/support/test-database';
import { Quotes } from './application/quotes';
import { Rates } from './application/rates';
import { RatesRefresher } from './application/rates-refresher';
import { RatesModule } from './rates.module';
import { StandingClock } from '@app/kernel/testing';

const USD = toCurrency('USD');
const ARS = toCurrency('ARS');

describe('RatesModule', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let app: TestingModule;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    const key = randomBytes(32).toString('base64');
    const config = loadConfig({}, () => ({ SECRETS_KEY: key, API_KEY_PEPPER: key, PLATFORM_WEBHOOK_SECRET: key }));
    const platform = PlatformModule.forRoot({
      config: { ...config, databaseUrl: scratch.url },
      service: 'test',
      log: new SilentLog(),
    });
    // With a standing clock nothing cached expires: only the database's notification can renew it.
    app = await Test.createTestingModule({ imports: [platform, RatesModule] })
      .overrideProvider(Clock)
      .useValue(new StandingClock(new Date()))
      .compile();
    await app.get(NotificationListener).start();
  });

  afterAll(async () => {
    await app.get(NotificationListener).stop();
    await app.get(DataSource).destroy();
    await scratch.drop();
  });

  it('a process with the module has usable rates after one refresh', async () => {
    await app.get(RatesRefresher).refresh();
    await expect(app.get(Quotes).quoteRate('BRL', 'ARS')).resolves.toMatchObject({
      rate: { base: 'BRL', quote: 'ARS' },
    });
  });

  it('a change made elsewhere is announced, and read at once', async () => {
    const rates = app.get(Rates);
    await rates.findLastKnown(USD, ARS);
    const announced = new Promise<void>((resolve) =>
      app.get(NotificationListener).on('rates_changed', () => resolve()),
    );
    await app.get(UnitOfWork).run((tx) => rates.setRate(tx, 'USD', 'ARS', '1234.5'));
    await announced;
    expect((await rates.findLastKnown(USD, ARS))?.toWire()).toBe('1234.5');
  });
});
