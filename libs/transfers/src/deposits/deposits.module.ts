import { LedgerModule } from '@app/ledger';
import { NotificationHandlers, RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
import { Deposits } from './application/deposits';

/** Credits the deposits that providers report. */
@Module({
  imports: [LedgerModule, RailsModule],
  providers: [Deposits],
})
export class DepositsModule {
  constructor(handlers: NotificationHandlers, deposits: Deposits) {
    handlers.register(deposits);
  }
}
