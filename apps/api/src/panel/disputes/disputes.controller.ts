import { Disputes } from '@app/payment-links';
import { Get, Param, Query } from '@nestjs/common';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { periodOf } from '../period-query.dto';
import { DisputeDto, DisputesQueryDto } from './dispute.dto';

@PanelApi('disputes')
@DocumentedGroup('Disputes', 'Payments that payers contest at their banks.')
@RequirePanelPermission('view_payins')
export class DisputesController {
  constructor(private readonly disputes: Disputes) {}

  @Get()
  @Heavy()
  @Documented({
    operationId: 'listDisputes',
    summary: 'List the disputes',
    description: 'The newest first.',
    response: [DisputeDto],
    message: 'Disputes found.',
    paged: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: DisputesQueryDto,
  ) {
    const { status, received_payment_id: paymentId, cursor, per_page: limit } = query;
    const period = periodOf(query, account.timeZone);
    const found = await this.disputes.list(account.id, { status, paymentId, ...period, cursor, limit });
    return pageOf(query, found, (dispute) => DisputeDto.of(dispute));
  }

  @Get(':id')
  @Documented({
    operationId: 'readDispute',
    summary: 'Read a dispute',
    response: DisputeDto,
    message: 'Dispute found.',
    codes: ['DISPUTE_NOT_FOUND'],
  })
  async read(@PanelCallerParam() { user: { account } }: PanelCaller, @Param('id') id: string) {
    return DisputeDto.of(await this.disputes.read(account.id, id));
  }
}
