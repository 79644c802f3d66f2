import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, dataOf, type Schemas } from '../api/client';
import type { PageOf } from '../ui/list';

const REFRESH_MS = 15_000;
/** The maximum of one page, which is enough for a list to choose from. */
const MAX_PER_PAGE = 50;

export type TeamUser = Schemas['AccountUser'];
export type AuditEntry = Schemas['AuditEntry'];

export const USERS = ['users'];

/** A page of the users of the account, the newest first. */
export const usersQuery = (cursor?: string) =>
  queryOptions({
    queryKey: [...USERS, 'list', cursor],
    queryFn: (): Promise<PageOf<TeamUser>> =>
      bodyOf(api.GET('/api/v1/clients/users', { params: { query: { cursor } } })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** Mails the user another invitation; the previous one no longer works. */
export const inviteAgain = (id: string) =>
  dataOf(api.POST('/api/v1/clients/users/{id}/invite', { params: { path: { id } } }));

export const userChoicesQuery = queryOptions({
  queryKey: [...USERS, 'choices'],
  queryFn: (): Promise<PageOf<TeamUser>> =>
    bodyOf(api.GET('/api/v1/clients/users', { params: { query: { per_page: MAX_PER_PAGE } } })),
});

export const createUser = (body: Schemas['NewAccountUser'], headers: Record<string, string>) =>
  dataOf(api.POST('/api/v1/clients/users', { body, headers }));

export const changeUser = (id: string, body: Schemas['AccountUserChanges']) =>
  dataOf(api.PATCH('/api/v1/clients/users/{id}', { body, params: { path: { id } } }));

export const deleteUser = (id: string) =>
  dataOf(api.DELETE('/api/v1/clients/users/{id}', { params: { path: { id } } }));

interface AuditFilters {
  action?: string;
  actor_id?: string;
  start_date?: string;
  end_date?: string;
}

/** A page of the audit log, the newest entries first. */
export const auditLogQuery = (filters: AuditFilters, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['audit-log', filters, cursor],
    queryFn: (): Promise<PageOf<AuditEntry>> =>
      bodyOf(
        api.GET('/api/v1/clients/audit-log', {
          params: { query: { ...filters, cursor } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
