import type { FileTable } from '../../http/file-table';
import type { AuditEntryDto } from './audit-entry.dto';

export const AUDIT_LOG_FILE: FileTable<AuditEntryDto> = {
  name: 'audit-log',
  columns: [
    ['id', ({ id }) => id],
    ['created_at', (entry) => entry.created_at],
    ['action', ({ action }) => action],
    ['actor_type', ({ actor }) => actor.type],
    ['actor_id', ({ actor }) => actor.id],
    ['actor_name', ({ actor }) => actor.name],
    ['subject_type', ({ subject }) => subject.type],
    ['subject_id', ({ subject }) => subject.id],
    ['from_address', (entry) => entry.from_address],
    ['details', ({ details }) => JSON.stringify(details)],
  ],
};
