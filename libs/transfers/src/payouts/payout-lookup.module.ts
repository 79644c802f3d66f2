import { Module } from '@nestjs/common';
import { PostgresPayoutLookup } from './adapters/postgres-payout-lookup';
import { PayoutLookup } from './application/payout-lookup';

/** For the sandbox simulator. */
@Module({
  providers: [{ provide: PayoutLookup, useClass: PostgresPayoutLookup }],
  exports: [PayoutLookup],
})
export class PayoutLookupModule {}
