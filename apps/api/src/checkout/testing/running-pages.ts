import { Clock } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import { Checkout, OrderInquiries } from '@app/payment-links';
import { CONFIG, Log, MemoryThrottlerStorage, SilentLog, type Config } from '@app/platform';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { ThrottlerModule } from '@nestjs/throttler';
import { ApiExceptionFilter } from '../../http/exception.filter';
import { AnonymousLimit } from '../../access/anonymous-limit';
import { WINDOW_MS } from '../../access/fixed-window.guard';
import { AssetsController } from '../assets.controller';
import { CheckoutStatusController } from '../checkout-status.controller';
import { CheckoutController } from '../checkout.controller';
import { DebitController } from '../debit.controller';
import { NOW, type FakeCheckout } from './fakes';

/** The checkout's controllers, listening on a free port, on a stand-in for the `Checkout` service. */
export class RunningPages {
  private constructor(
    private readonly app: NestExpressApplication,
    readonly url: string,
  ) {}

  static async start(
    checkout: FakeCheckout,
    log: Log = new SilentLog(),
    anonymousRateLimit = 1_000,
  ): Promise<RunningPages> {
    const config = {
      environment: 'sandbox',
      publicUrl: 'https://pay.example.com',
      anonymousRateLimit,
    } as Config;
    const throttlers = [{ name: 'IP', ttl: WINDOW_MS, limit: 1_000 }];
    const module = await Test.createTestingModule({
      imports: [ThrottlerModule.forRoot({ throttlers, storage: new MemoryThrottlerStorage() })],
      controllers: [AssetsController, CheckoutController, CheckoutStatusController, DebitController],
      providers: [
        AnonymousLimit,
        { provide: Checkout, useValue: checkout },
        { provide: OrderInquiries, useValue: { askOnReturn: async () => undefined } },
        { provide: Clock, useValue: new StandingClock(NOW) },
        { provide: CONFIG, useValue: config },
        { provide: Log, useValue: log },
      ],
    }).compile();
    const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
    app.useGlobalFilters(new ApiExceptionFilter(new SilentLog()));
    await app.listen(0, '127.0.0.1');
    return new RunningPages(app, await app.getUrl());
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { headers, redirect: 'manual' });
  }

  post(path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      redirect: 'manual',
    });
  }

  stop(): Promise<void> {
    return this.app.close();
  }
}
