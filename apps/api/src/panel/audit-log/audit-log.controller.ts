import { AuditReader } from '@app/accounts';
import { Get, Query } from '@nestjs/common';
import { Heavy } from '../../gateway/heavy';
import { PanelApi } from '../../gateway/panel-api';
import { RequirePanelPermission } from '../../gateway/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../gateway/panel-request';
import { AcceptsCsv, csvFile, wantsCsv } from '../../http/csv';
import { Documented, DocumentedGroup } from '../../http/documented';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { periodOf } from '../period-query.dto';
import { AUDIT_LOG_CSV } from './audit-entry.csv';
import { AuditEntryDto, AuditLogQueryDto } from './audit-entry.dto';

@PanelApi('audit-log')
@DocumentedGroup('Audit log', 'Who changed what in the account.')
@RequirePanelPermission('manage_account')
export class AuditLogController {
  constructor(private readonly audit: AuditReader) {}

  @Get()
  @Heavy()
  @Documented({
    operationId: 'listAuditEntries',
    summary: 'List the audit log',
    description:
      'The newest first: sign-ins, failed ones included, and changes by users, by API keys, by our staff and by the service. ' +
      'Payment links that were created through an API key are not among them.',
    answer: [AuditEntryDto],
    message: 'Entries found.',
    paged: true,
    csv: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: AuditLogQueryDto,
    @AcceptsCsv() acceptsCsv: boolean,
  ) {
    const { action, actor_id: actorId, cursor, per_page: limit } = query;
    const filter = { action, actorId, ...periodOf(query, account.timeZone) };
    if (wantsCsv(query, acceptsCsv)) {
      return csvFile(AUDIT_LOG_CSV, this.audit.every(account.id, filter), (entry) => AuditEntryDto.of(entry));
    }
    const found = await this.audit.list(account.id, { ...filter, cursor, limit });
    return pageOf('Entries found.', query, found, (entry) => AuditEntryDto.of(entry));
  }
}
