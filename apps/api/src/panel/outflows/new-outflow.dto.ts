import { WrittenAmount } from '@app/kernel';
import { PAYOUT_TYPES, type NewPayoutRequest } from '@app/transfers';
import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { AmountField, ChoiceField, FlagField, UuidField } from '../../http/fields';
import { TextProperty } from '../../http/properties';

const COMMENT = { shortest: 5, longest: 50 } as const;

/** A payout to one of the account's bank accounts, or the first step of a transfer to a beneficiary. */
@ApiSchema({ name: 'NewOutflow' })
export class NewOutflowDto {
  @ChoiceField('A transfer goes to a beneficiary, and a code confirms it.', PAYOUT_TYPES, { example: 'payout' })
  type!: 'payout' | 'transfer';

  @UuidField('The wallet that pays.', { example: '01a1fba0-5c0e-7b42-b1d0-9f8e7d6c5b4a' })
  virtual_wallet_id!: string;

  @UuidField('Where a payout goes.', {
    optional: true,
    nullable: true,
    example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526',
  })
  @RequiredFor('payout')
  bank_account_id?: string | null;

  @UuidField('Who gets a transfer.', { optional: true, nullable: true })
  @RequiredFor('transfer')
  beneficiary_id?: string | null;

  @AmountField('What leaves the wallet, fees and tax included.', { example: '10000.00' })
  @Positive()
  amount!: WrittenAmount;

  @FlagField('Pays at once, for an additional fee, where the route offers it.', {
    optional: true,
    nullable: true,
    default: false,
  })
  instant?: boolean | null;

  @CommentField()
  comment?: string | null;
}

/** The payout that the request asks for, with the defaults of what it leaves out. */
export function newPayoutRequest(dto: NewOutflowDto): NewPayoutRequest {
  return {
    walletId: dto.virtual_wallet_id,
    bankAccountId: dto.bank_account_id as string,
    amount: dto.amount,
    instant: dto.instant ?? false,
    comment: dto.comment ?? null,
  };
}

/** How many decimals it may have depends on the wallet. */
function Positive(): PropertyDecorator {
  return ValidateBy({
    name: 'positive',
    validator: {
      validate: (value) => !(value instanceof WrittenAmount) || value.value.gt('0'),
      defaultMessage: () => 'The amount must be greater than zero.',
    },
  });
}

/** The field belongs to one type of outflow, and is required there. */
function RequiredFor(type: NewOutflowDto['type']): PropertyDecorator {
  return ValidateBy({
    name: 'requiredFor',
    validator: {
      validate: (value, given) =>
        (given?.object as Partial<NewOutflowDto> | undefined)?.type !== type || (value !== undefined && value !== null),
      defaultMessage: (given) => `The ${given?.property} is required.`,
    },
  });
}

/** Required for a transfer, 5 to 50 characters. A payout may leave it out. Rule 12.16. */
function CommentField(): PropertyDecorator {
  const problemOf = (value: unknown, type: unknown): string | undefined => {
    if (value === undefined || value === null) return type === 'transfer' ? 'The comment is required.' : undefined;
    if (typeof value !== 'string' || /\p{Cc}/u.test(value) || !value.isWellFormed()) return 'The comment must be text.';
    const { length } = [...value.trim()];
    if (length <= COMMENT.longest && (length >= COMMENT.shortest || type !== 'transfer')) return undefined;
    return `The comment must have ${COMMENT.shortest} to ${COMMENT.longest} characters.`;
  };
  const typeOf = (object: unknown) => (object as Partial<NewOutflowDto> | undefined)?.type;
  return applyDecorators(
    TextProperty('Shown to the beneficiary. Required for a transfer.', {
      optional: true,
      nullable: true,
      minLength: COMMENT.shortest,
      maxLength: COMMENT.longest,
      example: 'November',
    }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value)),
    ValidateBy({
      name: 'comment',
      validator: {
        validate: (value, given) => problemOf(value, typeOf(given?.object)) === undefined,
        defaultMessage: (given) => problemOf(given?.value, typeOf(given?.object)) ?? '',
      },
    }),
  );
}
