import { UuidField } from '../../http/fields';

const DESCRIPTION = 'The wallet. Always send it: without it, one of the account’s wallets is used.';

/** The query parameter that selects a wallet. */
export const WalletIdField = () => UuidField(DESCRIPTION, { optional: true });

export class WalletQueryDto {
  @WalletIdField()
  virtual_wallet_id?: string;
}
