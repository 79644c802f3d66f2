import { BullModule } from '@nestjs/bull';
import { Module, type DynamicModule } from '@nestjs/common';
import { BullConnections, DELIVERIES_PRODUCER, DELIVERIES_QUEUE } from './adapters/bull-connections';
import { BullDispatcher } from './adapters/bull-dispatcher';
import { BatchRunner, Dispatcher } from './application/ports';

/**
 * Hands batches of deliveries to all workers through Redis. The process that runs them has a
 * `@Processor(DELIVERIES_QUEUE)`, which gives each batch to `BatchRunner.run`.
 */
@Module({})
export class BullDispatchModule {
  static forRoot(redisUrl: string): DynamicModule {
    const connections = new BullConnections(redisUrl);
    return {
      module: BullDispatchModule,
      imports: [
        BullModule.forRoot({
          prefix: 'servicepay',
          // The retry plan decides when a delivery is sent again, so Bull runs a batch once and keeps nothing of it.
          defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
          settings: { maxStalledCount: 0 },
        }),
        BullModule.registerQueueAsync(
          { name: DELIVERIES_QUEUE, useFactory: () => ({ createClient: connections.consumer }) },
          {
            name: DELIVERIES_PRODUCER,
            useFactory: () => ({ name: DELIVERIES_QUEUE, createClient: connections.producer }),
          },
        ),
      ],
      providers: [
        { provide: BullConnections, useValue: connections },
        { provide: Dispatcher, useClass: BullDispatcher },
        { provide: BatchRunner, useExisting: Dispatcher },
      ],
      exports: [Dispatcher, BatchRunner],
    };
  }
}
