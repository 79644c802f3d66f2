import { HIDDEN_MOVEMENT_TYPES, MERCHANT_LANES, MOVEMENT_TYPES, type Wallet, type WalletProof } from '@app/ledger';
import type { ReceivingAccount } from '@app/payment-links';
import { ApiSchema } from '@nestjs/swagger';
import {
  AmountProperty,
  ChoiceProperty,
  CurrencyProperty,
  FlagProperty,
  ListProperty,
  ObjectProperty,
  TextProperty,
  UuidProperty,
  WholeProperty,
} from '../../http/properties';

const ID = '01a1fba0-5c0e-7b42-b1d0-9f8e7d6c5b4a';

@ApiSchema({ name: 'VirtualWallet' })
export class WalletDto {
  @UuidProperty('The wallet.', { example: ID })
  id!: string;

  @CurrencyProperty('Its currency.', { example: 'USD' })
  currency!: string;

  @ChoiceProperty('The channel that it is tied to.', MERCHANT_LANES, { example: 'usd' })
  lane!: string;

  @AmountProperty('All the money in it.', { example: '49.50' })
  balance!: string;

  @AmountProperty('What is committed to outflows in progress.', { example: '0.00' })
  reserved_balance!: string;

  @AmountProperty('The rest. It is negative when a debit is returned after its money was spent.', { example: '49.50' })
  available_balance!: string;

  static of(wallet: Wallet): WalletDto {
    return walletFields(wallet);
  }
}

function walletFields({ id, currency, lane, balances }: Wallet) {
  return {
    id,
    currency,
    lane,
    balance: balances.balance.toFixed(),
    reserved_balance: balances.reserved.toFixed(),
    available_balance: balances.available.toFixed(),
  };
}

@ApiSchema({ name: 'ReceivingBankAccount' })
export class ReceivingBankAccountDto {
  @TextProperty('The name that a transfer is made out to.', { example: 'Demo Store' })
  holder_name!: string;

  @TextProperty('The bank; null where its provider does not name it.', { nullable: true, example: 'Sandbox Bank' })
  bank_name!: string | null;

  @TextProperty('The address of the bank, if it is known.', {
    nullable: true,
    example: '1 Sandbox Plaza, New York, NY 10001, US',
  })
  bank_address!: string | null;

  @TextProperty('ABA routing number.', { pattern: '^\\d{9}$', example: '990000000' })
  routing_number!: string;

  @TextProperty('Account number.', { pattern: '^\\d{4,17}$', example: '048291736450' })
  account_number!: string;

  @ChoiceProperty('The kind of account.', ['checking', 'savings'], { example: 'checking' })
  account_type!: string;

  static of(account: ReceivingAccount): ReceivingBankAccountDto {
    return {
      holder_name: account.holder,
      bank_name: account.bankName,
      bank_address: account.bankAddress,
      routing_number: account.routingNumber,
      account_number: account.accountNumber,
      account_type: account.type,
    };
  }
}

@ApiSchema({ name: 'UsdWallet' })
export class UsdWalletDto extends WalletDto {
  @ObjectProperty('Where a transfer to the wallet is sent.', ReceivingBankAccountDto)
  bank_account!: ReceivingBankAccountDto;

  static ofAccount(wallet: Wallet, account: ReceivingAccount): UsdWalletDto {
    return { ...walletFields(wallet), bank_account: ReceivingBankAccountDto.of(account) };
  }
}

@ApiSchema({ name: 'WalletProofLine' })
export class WalletProofLineDto {
  @TextProperty(`${[...MOVEMENT_TYPES, ...HIDDEN_MOVEMENT_TYPES].join(', ')}, or a newer type.`, { example: 'payment' })
  type!: string;

  @FlagProperty('Whether the list of movements shows them.', { example: true })
  visible!: boolean;

  @WholeProperty('How many there are.', { minimum: 1, example: 1 })
  count!: number;

  @AmountProperty('By how much they have changed the balance, signed.', { example: '49.50' })
  total!: string;
}

@ApiSchema({ name: 'WalletProof' })
export class WalletProofDto {
  @UuidProperty('The wallet.', { example: ID })
  virtual_wallet_id!: string;

  @CurrencyProperty('Its currency.', { example: 'USD' })
  currency!: string;

  @AmountProperty('All the money in it.', { example: '49.50' })
  balance!: string;

  @ListProperty('One line for each type of movement.', WalletProofLineDto)
  lines!: WalletProofLineDto[];

  @AmountProperty('The sum of all lines.', { example: '49.50' })
  sum!: string;

  @FlagProperty('Whether the sum is the balance.', { example: true })
  adds_up!: boolean;

  static of({ wallet: { id, currency, balances }, lines, sum }: WalletProof): WalletProofDto {
    return {
      virtual_wallet_id: id,
      currency,
      balance: balances.balance.toFixed(),
      lines: lines.map(({ type, visible, count, total }) => ({ type, visible, count, total: total.toFixed() })),
      sum: sum.toFixed(),
      adds_up: sum.equals(balances.balance),
    };
  }
}
