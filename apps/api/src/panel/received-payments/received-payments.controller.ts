import { CollectionsReader, Refunds } from '@app/payment-links';
import { Get, Param, Query } from '@nestjs/common';
import { FileParam, type RequestedFile } from '../../http/file-format';
import { Documented, DocumentedGroup } from '../../http/documented';
import { pageWithTotals } from '../../http/paging';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { ListFiles } from '../list-file';
import { periodOf } from '../period-query.dto';
import { RECEIVED_PAYMENTS_FILE } from './received-payment.file';
import { ReceivedPaymentDto, ReceivedPaymentsQueryDto } from './received-payment.dto';

@PanelApi('received-payments')
@DocumentedGroup('Received payments', 'What payers have paid, with every part of the fees.')
@RequirePanelPermission('view_payins')
export class ReceivedPaymentsController {
  constructor(
    private readonly collections: CollectionsReader,
    private readonly refunds: Refunds,
    private readonly files: ListFiles,
  ) {}

  @Get()
  @Heavy()
  @Documented({
    operationId: 'listReceivedPayments',
    summary: 'List the received payments',
    description:
      'The newest first, of links of both kinds. A bank debit is there as soon as its payer has confirmed it. ' +
      '`meta.totals` adds up `credited_amount` by its currency.',
    response: [ReceivedPaymentDto],
    message: 'Payments found.',
    paged: true,
    totals: true,
    files: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: ReceivedPaymentsQueryDto,
    @FileParam() file: RequestedFile | undefined,
  ) {
    const { status, currency, method, search, payment_link_id: linkId, cursor, per_page: limit } = query;
    const period = periodOf(query, account.timeZone);
    const filter = { status, currency, method, search, linkId, ...period };
    if (file) {
      const payments = this.collections.streamPayments(account.id, filter);
      return this.files.of(file, { table: RECEIVED_PAYMENTS_FILE, account, ...period }, payments, (payment) =>
        // The file has the sum of the refunds, not each of them.
        ReceivedPaymentDto.of(payment, []),
      );
    }
    const found = await this.collections.listPayments(account.id, { ...filter, cursor, limit });
    const totals = cursor === undefined ? await this.collections.paymentTotals(account.id, filter) : null;
    const refunds = await this.refunds.listOfPayments(found.items.map(({ id }) => id));
    return pageWithTotals(query, found, totals, (payment) =>
      ReceivedPaymentDto.of(payment, refunds.get(payment.id) ?? []),
    );
  }

  @Get(':id')
  @Documented({
    operationId: 'readReceivedPayment',
    summary: 'Read a received payment',
    response: ReceivedPaymentDto,
    message: 'Payment found.',
    codes: ['RECEIVED_PAYMENT_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    const payment = await this.collections.readPayment(account.id, id);
    return ReceivedPaymentDto.of(payment, (await this.refunds.listOfPayments([id])).get(id) ?? []);
  }
}
