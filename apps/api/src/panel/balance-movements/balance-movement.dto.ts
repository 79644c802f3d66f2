import { MOVEMENT_TYPES, type DailyTotals, type MovementTotals, type MovementType, type Wallet } from '@app/ledger';
import { ApiSchema } from '@nestjs/swagger';
import { FormatField } from '../../http/file-format';
import { ChoiceField } from '../../http/fields';
import {
  AmountProperty,
  ChoiceProperty,
  CurrencyProperty,
  DayProperty,
  ObjectProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
  WholeProperty,
} from '../../http/properties';
import { PeriodQueryDto } from '../period-query.dto';
import type { LabelledMovement } from './labelled-movements';
import { WalletIdField } from '../wallets/wallet-query.dto';

export class BalanceMovementsQueryDto extends PeriodQueryDto {
  @WalletIdField()
  virtual_wallet_id?: string;

  @ChoiceField('Only movements of this type.', MOVEMENT_TYPES, { optional: true })
  type?: MovementType;

  @FormatField()
  format?: string;
}

@ApiSchema({ name: 'MovementReference' })
export class MovementReferenceDto {
  @TextProperty('What caused the movement.', { example: 'payment_link' })
  type!: string;

  @TextProperty('The id of the cause.', { example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' })
  id!: string;
}

@ApiSchema({ name: 'MovementFee' })
export class MovementFeeDto {
  @AmountProperty('What it changed the balance by: negative, or positive for a refund.', { example: '-1.01' })
  amount!: string;

  @AmountProperty('The balance after the movement and its fee.', { example: '99.99' })
  balance_after!: string;
}

@ApiSchema({ name: 'BalanceMovement' })
export class BalanceMovementDto {
  @TextProperty('The movement.', { example: '1042' })
  id!: string;

  @TextProperty(`${MOVEMENT_TYPES.join(', ')}, or a newer type.`, { example: 'payment' })
  type!: string;

  @ChoiceProperty('Whether money came in or went out.', ['in', 'out'], { example: 'in' })
  direction!: string;

  @AmountProperty('The amount. Its sign does not show the direction.', { example: '14265.00' })
  amount!: string;

  @CurrencyProperty('The currency of the amount.', { example: 'ARS' })
  currency!: string;

  @AmountProperty('The balance right after the movement.', { example: '14265.00' })
  balance_after!: string;

  @ObjectProperty(
    'The fee of a USD collection, or its refund on a return, which is booked apart from the movement. Null on others.',
    MovementFeeDto,
    { nullable: true, example: null },
  )
  fee!: MovementFeeDto | null;

  @TextProperty('For display only.', { example: 'Payment received' })
  label!: string;

  @ObjectProperty('What the movement is about.', MovementReferenceDto, {
    nullable: true,
    example: { type: 'payment_link', id: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' },
  })
  reference!: MovementReferenceDto | null;

  @TextProperty('What was paid: the description of the payment link. Null for movements of another cause.', {
    nullable: true,
    example: 'Order 1001',
  })
  description!: string | null;

  @TextProperty('The shop’s own number of the order: the `reference` of the payment link.', {
    nullable: true,
    example: 'A-1001',
  })
  payment_reference!: string | null;

  @TimeProperty('When it happened.', { example: '2026-11-21T01:16:19.585Z' })
  created_at!: Date;

  static of({ movement, link }: LabelledMovement): BalanceMovementDto {
    return {
      id: movement.id,
      type: movement.type,
      direction: movement.direction,
      amount: movement.amount.toFixed(),
      currency: movement.amount.currency,
      balance_after: movement.balanceAfter.toFixed(),
      fee: movement.fee && {
        amount: movement.fee.amount.toFixed(),
        balance_after: movement.fee.balanceAfter.toFixed(),
      },
      label: movement.label,
      reference: movement.reference && { type: movement.reference.type, id: movement.reference.id },
      description: link?.description ?? null,
      payment_reference: link?.reference ?? null,
      created_at: movement.createdAt,
    };
  }
}

@ApiSchema({ name: 'BalanceMovementTotals' })
export class BalanceMovementTotalsDto {
  @UuidProperty('The wallet.', { example: '01a1fba0-5c0e-7b42-b1d0-9f8e7d6c5b4a' })
  virtual_wallet_id!: string;

  @CurrencyProperty('The currency of the wallet.', { example: 'ARS' })
  currency!: string;

  @AmountProperty('The sum of everything that came in.', { example: '14265.00' })
  total_in!: string;

  @AmountProperty('The sum of everything that went out, without a sign.', { example: '0.00' })
  total_out!: string;

  @WholeProperty('How many movements came in.', { minimum: 0, example: 1 })
  count_in!: number;

  @WholeProperty('How many movements went out.', { minimum: 0, example: 0 })
  count_out!: number;

  static of({ wallet, totals }: { wallet: Wallet; totals: MovementTotals }): BalanceMovementTotalsDto {
    const { totalIn, totalOut, countIn, countOut } = totals;
    return {
      virtual_wallet_id: wallet.id,
      currency: wallet.currency,
      total_in: totalIn.toFixed(),
      total_out: totalOut.toFixed(),
      count_in: countIn,
      count_out: countOut,
    };
  }
}

@ApiSchema({ name: 'BalanceDay' })
export class BalanceDayDto {
  @DayProperty('The day in the time zone of the account.', { example: '2026-11-21' })
  date!: string;

  @AmountProperty('The sum of everything that came in on that day.', { example: '14265.00' })
  total_in!: string;

  @AmountProperty('The sum of everything that went out on that day, without a sign.', { example: '0.00' })
  total_out!: string;

  @AmountProperty('The balance at the end of the day.', { example: '14265.00' })
  balance!: string;

  static of({ day, totalIn, totalOut, balance }: DailyTotals): BalanceDayDto {
    return {
      date: day,
      total_in: totalIn.toFixed(),
      total_out: totalOut.toFixed(),
      balance: balance.toFixed(),
    };
  }
}
