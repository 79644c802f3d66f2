import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { DownloadButtons } from '../ui/download-buttons';
import { Empty } from '../ui/empty';
import { ChoiceFilter, Filters, PeriodFilter } from '../ui/filters';
import { List } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { actionLabel, AUDIT_ACTIONS, auditSentence, changesOf, readable } from './audit-sentence';
import { auditLogQuery, userChoicesQuery, type AuditEntry } from './queries';

const FILTERS = ['action', 'actor_id', 'start_date', 'end_date'] as const;

/** The audit log of the account, the newest entries first. */
export default function AuditLogPage() {
  return (
    <RequirePermission to="manage_account">
      <AuditLog />
    </RequirePermission>
  );
}

function AuditLog() {
  const { t } = useTranslation('team');
  const { filters, setFilter, clearFilters, cursor, isFiltered } = useListParams(FILTERS);
  const query = useQuery(auditLogQuery(filters, cursor));
  return (
    <Page
      title={t('audit.title')}
      description={t('audit.description')}
      actions={<DownloadButtons path="/api/v1/clients/audit-log" query={filters} fileName="audit-log" />}
    >
      <AuditFilterRow {...{ filters, setFilter, clearFilters, isFiltered }} />
      <List<AuditEntry>
        label={t('audit.title')}
        query={query}
        rowKey={({ id }) => id}
        columns={[
          { header: t('audit.when'), cell: ({ created_at }) => <Moment at={created_at} /> },
          { header: t('audit.what'), cell: (entry) => <Entry entry={entry} /> },
          {
            header: t('audit.address'),
            cell: ({ from_address: address }) => <Text size="sm">{address ?? '—'}</Text>,
          },
        ]}
        empty={<Empty title={t('audit.emptyTitle')}>{t(isFiltered ? 'audit.emptyFiltered' : 'audit.emptyText')}</Empty>}
      />
    </Page>
  );
}

type Params = Omit<ReturnType<typeof useListParams<(typeof FILTERS)[number]>>, 'cursor'>;

function AuditFilterRow({ filters, setFilter, clearFilters, isFiltered }: Params) {
  const { t } = useTranslation('team');
  const users = useQuery(userChoicesQuery);
  const actions = useMemo(() => AUDIT_ACTIONS.map((value) => ({ value, label: actionLabel(value, t) })), [t]);
  return (
    <Filters onClear={isFiltered ? clearFilters : undefined}>
      <ChoiceFilter
        label={t('audit.action')}
        value={filters.action}
        choices={actions}
        onChange={(value) => setFilter('action', value)}
      />
      <ChoiceFilter
        label={t('audit.actor')}
        value={filters.actor_id}
        choices={(users.data?.data ?? []).map(({ id, email }) => ({ value: id, label: email }))}
        onChange={(value) => setFilter('actor_id', value)}
      />
      <PeriodFilter filters={filters} setFilter={setFilter} />
    </Filters>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation('team');
  const { t: shared } = useTranslation('ui');
  const nameOf = (value: string) =>
    shared([`permission.${value}`, `status.${value}`], { defaultValue: t(`value.${value}`, { defaultValue: value }) });
  const to = pageOfSubject(entry.subject);
  return (
    <>
      <Text size="sm">
        {auditSentence(entry, t, i18n.language)}{' '}
        {to && (
          <Anchor component={Link} to={to} size="sm">
            {t('audit.open')}
          </Anchor>
        )}
      </Text>
      {changesOf(entry).map(({ field, from, to: after }) => (
        <Text key={field} size="xs" c="dimmed">
          {t(`field.${field}`, { defaultValue: field })}: {from !== undefined && `${readable(from, nameOf)} → `}
          {readable(after, nameOf)}
        </Text>
      ))}
    </>
  );
}

/** The page of the subject of an entry, if the subject has a permanent one. */
function pageOfSubject({ type, id }: AuditEntry['subject']): string | undefined {
  if (type === 'payment_link') return `/links/${id}`;
  if (type === 'beneficiary') return `/beneficiaries/${id}`;
  return type === 'payout' || type === 'transfer' ? `/payouts/${id}` : undefined;
}
