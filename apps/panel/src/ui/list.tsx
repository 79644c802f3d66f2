import { Box, Button, Group, Stack, Table } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { LoadingLines } from './page';
import { Problem } from './problem';
import classes from './list.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** For amounts. */
  align?: 'right';
}

/** A page of a list as the API returns it. */
export interface PageOf<Row, Meta = { next_cursor: string | null }> {
  data: readonly Row[];
  meta?: Meta;
}

interface ListProps<Row> {
  /** The name of the list, for screen readers. */
  label: string;
  query: UseQueryResult<PageOf<Row>>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Shown instead of the table when nothing matches. */
  empty: ReactNode;
}

/** One page of a list: a table, on a phone a block for each row, and the links to the other pages. */
export function List<Row>({ label, query, columns, rowKey, empty }: ListProps<Row>) {
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  if (isPending) return <LoadingLines />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data.data.length === 0 ? (
        empty
      ) : (
        <Table
          className={classes['table']}
          verticalSpacing="sm"
          aria-label={label}
          // These rows still belong to the previous filters.
          aria-busy={isPlaceholderData}
          opacity={isPlaceholderData ? 0.6 : undefined}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ header, align }) => (
                <Table.Th key={header} ta={align}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ header, cell, align }) => (
                  <Table.Td key={header} data-label={header} ta={align}>
                    <Box className={classes['value']}>{cell(row)}</Box>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Pages nextCursor={data.meta?.next_cursor ?? null} />
    </Stack>
  );
}

/** Links to the previous and next page. The previous one is a step back in the browser's history, which keeps its position. */
function Pages({ nextCursor }: { nextCursor: string | null }) {
  const { t } = useTranslation('ui');
  const { search, state } = useLocation() as { search: string; state: { paged?: true } | null };
  const navigate = useNavigate();
  const here = new URLSearchParams(search);
  const isFirst = !here.has('cursor');
  if (isFirst && nextCursor === null) return null;
  return (
    <Group justify="space-between" component="nav" aria-label={t('pages')}>
      <Button
        variant="default"
        disabled={isFirst}
        onClick={() => void (state?.paged ? navigate(-1) : navigate(withCursor(here, null)))}
      >
        {t('previousPage')}
      </Button>
      {nextCursor === null ? (
        <Button variant="default" disabled>
          {t('nextPage')}
        </Button>
      ) : (
        <Button variant="default" component={Link} to={withCursor(here, nextCursor)} state={{ paged: true }}>
          {t('nextPage')}
        </Button>
      )}
    </Group>
  );
}

function withCursor(search: URLSearchParams, cursor: string | null): { search: string } {
  const after = new URLSearchParams(search);
  if (cursor === null) after.delete('cursor');
  else after.set('cursor', cursor);
  return { search: after.toString() };
}
