import { Clock } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
import { SandboxCardPlatform } from './sandbox-card.platform';
import { SandboxCollectionRail } from './sandbox-collection.rail';
import { SandboxDebitRail } from './sandbox-debit.rail';
import { SandboxDeposits } from './sandbox-deposits';
import { SandboxOutflowLedger } from './sandbox-outflow.ledger';
import { SandboxPayoutRail } from './sandbox-payout.rail';
import { SandboxOutflows } from './sandbox-outflows';
import { SandboxOutflowsLoop } from './sandbox-outflows.loop';
import { SandboxRefundRail } from './sandbox-refund.rail';
import { SandboxProvider } from './sandbox.provider';
import { SandboxReceivingAccounts } from './sandbox-receiving.accounts';

@Module({
  imports: [RailsModule],
  providers: [
    {
      provide: SandboxCollectionRail,
      inject: [CONFIG],
      useFactory: (config: Config) => new SandboxCollectionRail(SandboxCollectionRail.secretsFrom(config)),
    },
    {
      provide: SandboxCardPlatform,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        new SandboxCardPlatform(SandboxCardPlatform.secretsFrom(config), config.environment === 'sandbox'),
    },
    SandboxOutflowLedger,
    {
      provide: SandboxPayoutRail,
      inject: [CONFIG, SandboxOutflowLedger],
      useFactory: (config: Config, ledger: SandboxOutflowLedger) =>
        new SandboxPayoutRail(
          SandboxPayoutRail.secretsFrom(config),
          ledger,
          config.environment === 'sandbox' ? config.sandboxPayoutDelayMs : null,
        ),
    },
    {
      provide: SandboxRefundRail,
      inject: [CONFIG, SandboxOutflowLedger],
      useFactory: ({ environment, sandboxPayoutDelayMs }: Config, ledger: SandboxOutflowLedger) =>
        new SandboxRefundRail(ledger, environment === 'sandbox' ? sandboxPayoutDelayMs : null),
    },
    {
      provide: SandboxOutflows,
      inject: [SandboxOutflowLedger, SandboxPayoutRail, SandboxCollectionRail, SandboxCardPlatform, Clock],
      useFactory: (
        ledger: SandboxOutflowLedger,
        payouts: SandboxPayoutRail,
        rail: SandboxCollectionRail,
        cards: SandboxCardPlatform,
        clock: Clock,
      ) => new SandboxOutflows(ledger, [payouts, rail, cards], clock),
    },
    SandboxOutflowsLoop,
    {
      provide: SandboxDeposits,
      inject: [CONFIG],
      useFactory: (config: Config) => new SandboxDeposits(SandboxDeposits.secretsFrom(config)),
    },
    {
      provide: SandboxProvider,
      inject: [
        SandboxCollectionRail,
        SandboxCardPlatform,
        SandboxPayoutRail,
        SandboxRefundRail,
        SandboxDeposits,
        SandboxOutflowsLoop,
        CONFIG,
      ],
      useFactory: (
        rail: SandboxCollectionRail,
        cards: SandboxCardPlatform,
        payouts: SandboxPayoutRail,
        refunds: SandboxRefundRail,
        deposits: SandboxDeposits,
        loop: SandboxOutflowsLoop,
        { environment }: Config,
      ) => {
        const adapters = [rail, new SandboxDebitRail(), cards, payouts, refunds, new SandboxReceivingAccounts()];
        return new SandboxProvider([rail, cards, payouts, deposits], adapters, [loop], environment === 'sandbox');
      },
    },
  ],
  exports: [
    SandboxCollectionRail,
    SandboxCardPlatform,
    SandboxPayoutRail,
    SandboxRefundRail,
    SandboxOutflows,
    SandboxDeposits,
    SandboxProvider,
  ],
})
export class SandboxModule {}
