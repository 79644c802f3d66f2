import { AuditReader } from '@app/accounts';
import { Get, Query } from '@nestjs/common';
import { Heavy } from '../../access/heavy';
import { PanelApi } from '../../access/panel-api';
import { RequirePanelPermission } from '../../access/panel-permission.guard';
import { PanelCallerParam, type PanelCaller } from '../../access/panel-request';
import { FileParam, type RequestedFile } from '../../http/file-format';
import { Documented, DocumentedGroup } from '../../http/documented';
import { pageOf } from '../../http/paging';
import { RequestValidationPipe } from '../../http/request-validation.pipe';
import { ListFiles } from '../list-file';
import { periodOf } from '../period-query.dto';
import { AUDIT_LOG_FILE } from './audit-entry.file';
import { AuditEntryDto, AuditLogQueryDto } from './audit-entry.dto';

@PanelApi('audit-log')
@DocumentedGroup('Audit log', 'Who changed what in the account.')
@RequirePanelPermission('manage_account')
export class AuditLogController {
  constructor(
    private readonly audit: AuditReader,
    private readonly files: ListFiles,
  ) {}

  @Get()
  @Heavy()
  @Documented({
    operationId: 'listAuditEntries',
    summary: 'List the audit log',
    description:
      'The newest first: sign-ins, failed ones included, and changes by users, by API keys, by our staff and by the service. ' +
      'Payment links that were created through an API key are not among them.',
    response: [AuditEntryDto],
    message: 'Entries found.',
    paged: true,
    files: true,
  })
  async list(
    @PanelCallerParam() { user: { account } }: PanelCaller,
    @Query(RequestValidationPipe) query: AuditLogQueryDto,
    @FileParam() file: RequestedFile | undefined,
  ) {
    const { action, actor_id: actorId, cursor, per_page: limit } = query;
    const period = periodOf(query, account.timeZone);
    const filter = { action, actorId, ...period };
    if (file) {
      return this.files.of(
        file,
        { table: AUDIT_LOG_FILE, account, ...period },
        this.audit.stream(account.id, filter),
        (entry) => AuditEntryDto.of(entry),
      );
    }
    const found = await this.audit.list(account.id, { ...filter, cursor, limit });
    return pageOf(query, found, (entry) => AuditEntryDto.of(entry));
  }
}
