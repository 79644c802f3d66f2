import { Clock, UnitOfWork } from '@app/kernel';
import { CONFIG, egressAgent, NotificationListener, type Config } from '@app/platform';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExchangeRateEntity } from './adapters/exchange-rate.entity';
import { DlocalFxRates } from './adapters/dlocal-fx-rates';
import { FixedFxRates } from './adapters/fixed-fx-rates';
import { HttpFxRates } from './adapters/http-fx-rates';
import { PostgresRateRepository } from './adapters/postgres-rate.repository';
import { FxRates, RateRepository } from './application/ports';
import { Quotes } from './application/quotes';
import { Rates, type FxMode } from './application/rates';
import { RatesRefresher } from './application/rates-refresher';
import { DEFAULT_MAX_JUMP } from './domain/rate-review';

/** Less than the source has for its whole response. */
const CONNECT_MS = 9_000;

@Module({
  imports: [TypeOrmModule.forFeature([ExchangeRateEntity])],
  providers: [
    { provide: RateRepository, useClass: PostgresRateRepository },
    {
      provide: FxRates,
      inject: [CONFIG],
      useFactory: sourceOf,
    },
    {
      provide: Rates,
      inject: [RateRepository, Clock, CONFIG],
      useFactory: (repository: RateRepository, clock: Clock, config: Config) =>
        new Rates(repository, clock, { fxSource: modeOf(config), fxMaxAgeMs: config.fxMaxAgeMs }),
    },
    {
      provide: RatesRefresher,
      inject: [FxRates, RateRepository, UnitOfWork, Clock, Rates, CONFIG],
      useFactory: (
        source: FxRates,
        repository: RateRepository,
        uow: UnitOfWork,
        clock: Clock,
        rates: Rates,
        config: Config,
      ) =>
        new RatesRefresher(source, repository, uow, clock, rates, {
          fxSource: modeOf(config),
          maxJump: DEFAULT_MAX_JUMP,
        }),
    },
    {
      provide: Quotes,
      inject: [Rates, Clock],
      useFactory: (rates: Rates, clock: Clock) => new Quotes(rates, clock),
    },
  ],
  exports: [Rates, RatesRefresher, Quotes],
})
export class RatesModule {
  constructor(listener: NotificationListener, rates: Rates) {
    listener.on('rates_changed', () => rates.invalidate());
    // Notifications sent while the connection was down are lost.
    listener.onReconnect(() => rates.invalidate());
  }
}

function sourceOf({ fxSource, fxHttpUrl: url, fxHttpFormat: format, dlocal, egressProxy: proxy }: Config): FxRates {
  if (fxSource !== 'http') return new FixedFxRates();
  const dispatcher = egressAgent({ proxy, connectMs: CONNECT_MS });
  const { credentials, apiBase } = dlocal;
  if (format === 'dlocal' && credentials) {
    return new DlocalFxRates({ url: url ?? `${apiBase}/currency-exchanges`, credentials, dispatcher });
  }
  if (url === undefined) throw new Error('the market source has no address');
  return new HttpFxRates({ url, format, dispatcher });
}

/** The built-in table is for sandboxes: in production, fixed rates are those that staff set, and they age. */
function modeOf({ environment, fxSource }: Config): FxMode {
  return environment === 'production' && fxSource === 'fixed' ? 'staff' : fxSource;
}
