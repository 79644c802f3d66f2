import { AuditReader } from '@app/accounts';
import { Get, Query } from '@nestjs/common';
import { Heavy } from '../../gateway/heavy';
import { PanelApi } from '../../gateway/panel-api';
import { RequirePanelPermission } from '../../gateway/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../gateway/panel-request';
import { Documented, DocumentedGroup } from '../../http/documented';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { periodOf } from '../period-query.dto';
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
    description: 'The newest first: sign-ins and changes by users, by our staff and by the service.',
    answer: [AuditEntryDto],
    message: 'Entries found.',
    paged: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: AuditLogQueryDto,
  ) {
    const { action, actor_id: actorId, cursor, per_page: limit } = query;
    const found = await this.audit.list(account.id, {
      action,
      actorId,
      ...periodOf(query, account.timeZone),
      cursor,
      limit,
    });
    return pageOf('Entries found.', query, found, (entry) => AuditEntryDto.of(entry));
  }
}
