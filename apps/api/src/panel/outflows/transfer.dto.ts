import { codeCharacters } from '@app/banking';
import { VERIFICATION_STATUSES, type NewTransferRequest, type PendingTransfer } from '@app/transfers';
import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { UuidField } from '../../http/fields';
import { ChoiceProperty, TextProperty, TimeProperty, UuidProperty, WholeProperty } from '../../http/properties';
import { Rule } from '../../http/rule';
import type { NewOutflowDto } from './new-outflow.dto';

const EXAMPLE_ID = '01a1fbad-11d2-7c3e-8f4a-5b6c7d8e9f01';
const CODE = '^[0-9]{6}$';

/** Requires a body whose `type` is `transfer`: its rules have ensured the beneficiary and the comment. */
export function newTransferRequest(dto: NewOutflowDto): NewTransferRequest {
  return {
    walletId: dto.virtual_wallet_id,
    beneficiaryId: dto.beneficiary_id as string,
    amount: dto.amount,
    instant: dto.instant ?? false,
    comment: dto.comment as string,
  };
}

@ApiSchema({ name: 'ResendTransferCode' })
export class ResendTransferCodeDto {
  @UuidField('The verification of the transfer.', { example: EXAMPLE_ID })
  transfer_verification_id!: string;
}

@ApiSchema({ name: 'VerifyTransfer' })
export class VerifyTransferDto extends ResendTransferCodeDto {
  @CodeField()
  otp_code!: string;
}

@ApiSchema({ name: 'TransferVerification' })
export class TransferVerificationDto {
  @UuidProperty('The verification, which becomes a transfer with the right code.', { example: EXAMPLE_ID })
  transfer_verification_id!: string;

  @TimeProperty('When the code expires.', { example: '2026-11-21T01:26:19.585Z' })
  expires_at!: Date;

  @ChoiceProperty('Its status.', VERIFICATION_STATUSES, { example: 'pending_verification' })
  status!: string;

  static of(pending: PendingTransfer): TransferVerificationDto {
    return verificationFields(pending);
  }
}

@ApiSchema({ name: 'ResentTransferVerification' })
export class ResentTransferVerificationDto extends TransferVerificationDto {
  @WholeProperty('How many more codes can be sent.', { minimum: 0, example: 2 })
  resends_left!: number;

  @WholeProperty('Wrong codes left until it is closed.', { minimum: 1, example: 5 })
  attempts_left!: number;

  static override of(pending: PendingTransfer): ResentTransferVerificationDto {
    const { resendsLeft, attemptsLeft } = pending;
    return { ...verificationFields(pending), resends_left: resendsLeft, attempts_left: attemptsLeft };
  }
}

function verificationFields({ verificationId, expiresAt, status }: PendingTransfer) {
  return { transfer_verification_id: verificationId, expires_at: expiresAt, status };
}

/** Six digits as text: a number would lose the zeros that a code may begin with. */
function CodeField(): PropertyDecorator {
  return applyDecorators(
    TextProperty('The code of the newest mail; blanks and dashes in it do not count.', { example: '048213' }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? codeCharacters(value) : value)),
    Rule((value, field) =>
      typeof value === 'string' && new RegExp(CODE).test(value) ? undefined : `The ${field} must be six digits.`,
    ),
  );
}
