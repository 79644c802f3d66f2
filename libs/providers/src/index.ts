export { SANDBOX_CARDS_PROVIDER, SandboxCardPlatform } from './sandbox/sandbox-card.platform';
export { SANDBOX_DEBIT_ACCOUNT, SANDBOX_PROVIDER, SandboxCollectionRail } from './sandbox/sandbox-collection.rail';
export { SandboxDeposits } from './sandbox/sandbox-deposits';
export type { SandboxNotification, SignedMessage } from './sandbox/sandbox-notifications';
export { canBeFirst, SANDBOX_PAYOUT_EVENTS, type SandboxPayoutEvent } from './sandbox/sandbox-payout';
export { SANDBOX_PAYOUTS_PROVIDER, SandboxPayoutRail } from './sandbox/sandbox-payout.rail';
export { SandboxPayouts, type SandboxPayoutReport } from './sandbox/sandbox-payouts';
export { SandboxModule } from './sandbox/sandbox.module';
