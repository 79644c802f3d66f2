export { SANDBOX_CARDS_PROVIDER, SandboxCardPlatform } from './sandbox/sandbox-card.platform';
export { SANDBOX_DEBIT_ACCOUNT, SANDBOX_PROVIDER, SandboxCollectionRail } from './sandbox/sandbox-collection.rail';
export type { SandboxNotification } from './sandbox/sandbox-notifications';
export { SandboxModule } from './sandbox/sandbox.module';
