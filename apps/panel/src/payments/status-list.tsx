import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/empty';
import { Filters, PeriodFilter, StatusFilter } from '../ui/filters';
import { List, type Column, type PageOf } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Page } from '../ui/page';
import type { State } from '../ui/status';
import { REFUND_FILTERS } from './refund-queries';
import { PaymentsTabs } from './section';

interface StatusListProps<Row> {
  /** The list, as the texts name it. */
  name: 'refunds' | 'disputes';
  query: UseQueryResult<PageOf<Row>>;
  columns: readonly Column<Row>[];
  statuses: readonly State[];
  actions?: ReactNode;
}

/** The page of a list that is filtered by status and days: the refunds or the disputes. */
export function StatusList<Row extends { id: string }>({
  name,
  query,
  columns,
  statuses,
  actions,
}: StatusListProps<Row>) {
  const { t } = useTranslation('payments');
  const { filters, setFilter, clearFilters, isFiltered } = useListParams(REFUND_FILTERS);
  return (
    <Page title={t(`${name}.title`)} description={t(`${name}.description`)} actions={actions}>
      <PaymentsTabs />
      <Filters onClear={isFiltered ? clearFilters : undefined}>
        <StatusFilter filters={filters} setFilter={setFilter} statuses={statuses} />
        <PeriodFilter filters={filters} setFilter={setFilter} />
      </Filters>
      <List
        label={t(`${name}.title`)}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t(isFiltered ? `${name}.noMatch` : `${name}.empty.title`)}>
            {t(isFiltered ? 'noMatch.text' : `${name}.empty.text`)}
          </Empty>
        }
      />
    </Page>
  );
}
