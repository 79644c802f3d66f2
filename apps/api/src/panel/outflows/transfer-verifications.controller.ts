import { Transfers, type Payout } from '@app/transfers';
import { Body, HttpCode, Post } from '@nestjs/common';
import { responseFor, Claim, Idempotent, type OperationClaim } from '../../access/idempotent';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { ordererOf } from './orderer';
import { PayoutDto } from './payout.dto';
import { ResendTransferCodeDto, ResentTransferVerificationDto, VerifyTransferDto } from './transfer.dto';

/** Why a verification neither accepts a code nor sends one. */
const NOT_OPEN = [
  'TRANSFER_VERIFICATION_NOT_FOUND',
  'TRANSFER_ALREADY_VERIFIED',
  'OTP_ATTEMPTS_EXHAUSTED',
  'OTP_EXPIRED',
] as const;

/** Errors that can follow a right code. */
const FAILED_CHECKS = [
  'BUSINESS_TENANT_PAUSED',
  'KYC_VERIFICATION_REQUIRED',
  'KYB_VERIFICATION_REQUIRED',
  'TRANSFER_TERMS_NOT_ACCEPTED',
  'VIRTUAL_WALLET_NOT_FOUND',
  'BENEFICIARY_NOT_FOUND',
  'BENEFICIARY_INACTIVE',
  'PAYOUT_ROUTE_UNAVAILABLE',
  'REGISTERED_EMAIL_MISSING',
  'EXCHANGE_RATE_UNAVAILABLE',
  'AMOUNT_BELOW_MINIMUM',
  'INSUFFICIENT_AVAILABLE_BALANCE',
] as const;

/** The second step of transfers. Any user of the account who has the code can confirm one. */
@PanelApi('payouts')
@DocumentedGroup('Payouts', 'Money that leaves a wallet: to the account’s own bank accounts, or to beneficiaries.')
@RequirePanelPermission('create_payouts')
export class TransferVerificationsController {
  constructor(private readonly transfers: Transfers) {}

  @Post('verify-otp')
  @Idempotent()
  @Documented({
    operationId: 'verifyTransfer',
    summary: 'Confirm a transfer with its code',
    description:
      'Creates the transfer and reserves its amount. Everything that was checked at the start is checked again, then ' +
      'the minimum. A check that fails after the right code closes the verification; so does the fifth wrong code.',
    response: PayoutDto,
    message: 'Transfer ordered.',
    example: { type: 'transfer', status: 'requested', completed_at: null, provider_reference: null },
    codes: [...NOT_OPEN, 'OTP_INVALID', ...FAILED_CHECKS],
  })
  async verify(
    @PanelCallerParam() caller: PanelCaller,
    @Body(RequestValidationPipe) body: VerifyTransferDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const response = (payout: Payout) => PayoutDto.of(payout);
    const { transfer_verification_id: id, otp_code: code } = body;
    return response(await this.transfers.verify(ordererOf(caller), id, code, responseFor(claim, response)));
  }

  @Post('resend-otp')
  @HttpCode(200)
  @Documented({
    operationId: 'resendTransferCode',
    summary: 'Mail another code for a transfer',
    description:
      'The new code replaces the one before, is valid for ten more minutes and has all attempts. Three can be sent.',
    response: ResentTransferVerificationDto,
    message: 'Code sent.',
    codes: [...NOT_OPEN, 'OTP_RESENDS_EXHAUSTED', 'REGISTERED_EMAIL_MISSING'],
  })
  async resend(@PanelCallerParam() caller: PanelCaller, @Body(RequestValidationPipe) body: ResendTransferCodeDto) {
    const renewed = await this.transfers.resend(ordererOf(caller), body.transfer_verification_id);
    return ResentTransferVerificationDto.of(renewed);
  }
}
