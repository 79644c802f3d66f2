import { Refunds, type Refund } from '@app/payment-links';
import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { Claim, responseFor, type OperationClaim } from '../../access/idempotent';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { NewRefundDto, RefundDto, RefundEstimateDto } from './refund.dto';
import { RequestsRefund } from './requests-refund';

const ESTIMATE_CODES = ['RECEIVED_PAYMENT_NOT_FOUND', 'REFUND_NOT_POSSIBLE', 'REFUND_EXCEEDS_PAYMENT'] as const;

@PanelApi('received-payments')
@DocumentedGroup('Refunds', 'What payers got back of received payments.')
@RequirePanelPermission('create_refunds')
export class PaymentRefundsController {
  constructor(private readonly refunds: Refunds) {}

  @Post(':id/refunds')
  @RequestsRefund()
  @Documented({
    operationId: 'createRefund',
    summary: 'Refund a payment',
    description:
      'Gives the payer back all that is left of the payment, or a part of it. The wallet pays at the payment’s own rate: its ' +
      'share is reserved at once, and leaves the wallet when the provider has paid. Fees are not given back.',
    response: RefundDto,
    message: 'Refund requested.',
    codes: ['BUSINESS_TENANT_PAUSED', ...ESTIMATE_CODES, 'INSUFFICIENT_AVAILABLE_BALANCE'],
  })
  async create(
    @PanelCallerParam() { user, by }: PanelCaller,
    @Param('id') id: string,
    @Body(RequestValidationPipe) { amount, reason }: NewRefundDto,
    @Claim() claim: OperationClaim | undefined,
  ) {
    const present = (refund: Refund) => RefundDto.of(refund);
    const refunder = { account: user.account, userId: user.id, actor: by };
    const request = { amount: amount ?? undefined, reason: reason?.trim() || null };
    return present(await this.refunds.request(refunder, id, request, responseFor(claim, present)));
  }

  @Post(':id/refunds/estimate')
  @HttpCode(200)
  @Documented({
    operationId: 'estimateRefund',
    summary: 'Estimate a refund',
    description: 'What the wallet would pay, and what would be left of the payment. Nothing is requested.',
    response: RefundEstimateDto,
    message: 'Refund estimated.',
    codes: ESTIMATE_CODES,
  })
  async estimate(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Param('id') id: string,
    @Body(RequestValidationPipe) { amount }: NewRefundDto,
  ) {
    return RefundEstimateDto.of(await this.refunds.estimate(account.id, id, amount ?? undefined));
  }
}
