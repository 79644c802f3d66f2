import { Refunds } from '@app/payment-links';
import { Get, Param, Query } from '@nestjs/common';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { FileParam, type RequestedFile } from '../../http/file-format';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { ListFiles } from '../list-file';
import { periodOf } from '../period-query.dto';
import { RefundDto, RefundsQueryDto } from './refund.dto';
import { REFUNDS_FILE } from './refund.file';

@PanelApi('refunds')
@DocumentedGroup('Refunds', 'What payers got back of received payments.')
@RequirePanelPermission('view_payins')
export class RefundsController {
  constructor(
    private readonly refunds: Refunds,
    private readonly files: ListFiles,
  ) {}

  @Get()
  @Heavy()
  @Documented({
    operationId: 'listRefunds',
    summary: 'List the refunds',
    description: 'The newest first, those made at the provider among them.',
    response: [RefundDto],
    message: 'Refunds found.',
    paged: true,
    files: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: RefundsQueryDto,
    @FileParam() file: RequestedFile | undefined,
  ) {
    const { status, received_payment_id: paymentId, cursor, per_page: limit } = query;
    const period = periodOf(query, account.timeZone);
    const filter = { status, paymentId, ...period };
    if (file) {
      const refunds = this.refunds.stream(account.id, filter);
      return this.files.of(file, { table: REFUNDS_FILE, account, ...period }, refunds, (refund) =>
        RefundDto.of(refund),
      );
    }
    const found = await this.refunds.list(account.id, { ...filter, cursor, limit });
    return pageOf(query, found, (refund) => RefundDto.of(refund));
  }

  @Get(':id')
  @Documented({
    operationId: 'readRefund',
    summary: 'Read a refund',
    response: RefundDto,
    message: 'Refund found.',
    codes: ['REFUND_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return RefundDto.of(await this.refunds.read(account.id, id));
  }
}
