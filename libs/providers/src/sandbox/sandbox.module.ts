import { CONFIG, type Config } from '@app/platform';
import { RailsModule } from '@app/rails';
import { Module } from '@nestjs/common';
import { SandboxCardPlatform } from './sandbox-card.platform';
import { SandboxCollectionRail } from './sandbox-collection.rail';
import { SandboxDebitRail } from './sandbox-debit.rail';
import { SandboxDeposits } from './sandbox-deposits';
import { SandboxPayoutLedger } from './sandbox-payout.ledger';
import { SandboxPayoutRail } from './sandbox-payout.rail';
import { SandboxPayouts } from './sandbox-payouts';
import { SandboxPayoutsLoop } from './sandbox-payouts.loop';
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
    SandboxPayoutLedger,
    {
      provide: SandboxPayoutRail,
      inject: [CONFIG, SandboxPayoutLedger],
      useFactory: (config: Config, ledger: SandboxPayoutLedger) =>
        new SandboxPayoutRail(
          SandboxPayoutRail.secretsFrom(config),
          ledger,
          config.environment === 'sandbox' ? config.sandboxPayoutDelayMs : null,
        ),
    },
    SandboxPayouts,
    SandboxPayoutsLoop,
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
        SandboxDeposits,
        SandboxPayoutsLoop,
        CONFIG,
      ],
      useFactory: (
        rail: SandboxCollectionRail,
        cards: SandboxCardPlatform,
        payouts: SandboxPayoutRail,
        deposits: SandboxDeposits,
        loop: SandboxPayoutsLoop,
        { environment }: Config,
      ) => {
        const adapters = [rail, new SandboxDebitRail(), cards, payouts, new SandboxReceivingAccounts()];
        return new SandboxProvider([rail, cards, payouts, deposits], adapters, [loop], environment === 'sandbox');
      },
    },
  ],
  exports: [
    SandboxCollectionRail,
    SandboxCardPlatform,
    SandboxPayoutRail,
    SandboxPayouts,
    SandboxDeposits,
    SandboxProvider,
  ],
})
export class SandboxModule {}
