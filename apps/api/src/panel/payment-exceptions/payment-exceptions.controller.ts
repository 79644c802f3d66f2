import { CollectionsReader } from '@app/payment-links';
import { Get, Query } from '@nestjs/common';
import { Heavy } from '../../gateway/heavy';
import { PanelApi } from '../../gateway/panel-api';
import { RequirePanelPermission } from '../../gateway/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../gateway/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { PageQueryDto } from '../../http/page-query.dto';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { PaymentExceptionDto } from './payment-exception.dto';

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
    answer: [PaymentExceptionDto],
    message: 'Payment exceptions found.',
    paged: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: PageQueryDto,
  ) {
    const { cursor, per_page: limit } = query;
    const found = await this.collections.exceptions(account.id, { cursor, limit });
    return pageOf('Payment exceptions found.', query, found, (exception) => PaymentExceptionDto.of(exception));
  }
}
