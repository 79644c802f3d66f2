import { CollectionsReader, ReceivedPaymentNotFoundError, RECEIVED_PAYMENT_STATUSES } from '@app/payment-links';
import { Get, Param, Query } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { PERIOD_QUERY } from './documented-filters';
import { oneOf, uuid } from '../http/schema';
import { success } from '../http/envelope';
import { pageOf, parsePageRequest } from '../http/paging';
import { PanelApi } from '../gateway/panel-api';
import { RequirePanelPermission } from '../gateway/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../gateway/panel-request';
import { readFilters } from './query-filters';
import { receivedPaymentJson } from './received-payment-json';

@PanelApi('received-payments')
@DocumentedGroup('Received payments', 'What payers have paid, with every part of the fees.')
@RequirePanelPermission('view_payins')
export class ReceivedPaymentsController {
  constructor(private readonly collections: CollectionsReader) {}

  @Get()
  @Documented({
    operationId: 'listReceivedPayments',
    summary: 'List the received payments',
    description:
      'The newest first, of links of both kinds. A bank debit is there as soon as its payer has confirmed it.',
    answer: 'ReceivedPayments',
    message: 'Payments found.',
    paged: true,
    query: {
      status: oneOf('Only payments of this status.', ...RECEIVED_PAYMENT_STATUSES),
      payment_link_id: uuid('Only payments of this link.'),
      ...PERIOD_QUERY,
    },
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query() query: Readonly<Record<string, unknown>>,
  ) {
    const page = parsePageRequest(query);
    const wanted = readFilters(query, (filters) => ({
      status: filters.oneOf('status', RECEIVED_PAYMENT_STATUSES),
      linkId: filters.id('payment_link_id'),
      ...filters.period(),
    }));
    const part = { ...wanted, cursor: page.cursor, limit: page.perPage };
    return pageOf('Payments found.', page, await this.collections.payments(account.id, part), receivedPaymentJson);
  }

  @Get(':id')
  @Documented({
    operationId: 'readReceivedPayment',
    summary: 'Read a received payment',
    answer: 'ReceivedPayment',
    message: 'Payment found.',
    codes: ['RECEIVED_PAYMENT_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    const payment = await this.collections.findPayment(account.id, id);
    if (!payment) throw new ReceivedPaymentNotFoundError();
    return success('Payment found.', receivedPaymentJson(payment));
  }
}
