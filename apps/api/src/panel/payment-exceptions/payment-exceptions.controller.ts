import { CollectionsReader } from '@app/payment-links';
import { Get, Query } from '@nestjs/common';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { PaymentExceptionDto, PaymentExceptionsQueryDto } from './payment-exception.dto';

@PanelApi('payment-exceptions')
@DocumentedGroup('Payment exceptions', 'Payments that could not be credited automatically.')
@RequirePanelPermission('view_payins')
export class PaymentExceptionsController {
  constructor(private readonly collections: CollectionsReader) {}

  @Get()
  @Heavy()
  @Documented({
    operationId: 'listPaymentExceptions',
    summary: 'List the payment exceptions',
    description: 'The newest first, about links of both kinds, including resolved ones.',
    response: [PaymentExceptionDto],
    message: 'Payment exceptions found.',
    paged: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: PaymentExceptionsQueryDto,
  ) {
    const { cursor, per_page: limit, payment_link_id: linkId } = query;
    const found = await this.collections.listExceptions(account.id, { cursor, limit, linkId });
    return pageOf(query, found, (exception) => PaymentExceptionDto.of(exception));
  }
}
