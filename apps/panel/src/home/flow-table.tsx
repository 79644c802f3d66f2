import { ScrollArea, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Amount } from '../ui/amount';
import { Moment } from '../ui/moment';
import { hasMovement, type BalanceDay } from './flow';

/** The figures of the chart, the newest first, without days that have no movement. */
export function FlowTable({ days, currency, label }: { days: readonly BalanceDay[]; currency: string; label: string }) {
  const { t } = useTranslation('home');
  return (
    <ScrollArea.Autosize mah={360} type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}>
      <Table aria-label={label} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('flow.day')}</Table.Th>
            <Table.Th ta="right">{t('flow.in')}</Table.Th>
            <Table.Th ta="right">{t('flow.out')}</Table.Th>
            <Table.Th ta="right">{t('flow.balance')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days
            .filter(hasMovement)
            .toReversed()
            .map(({ date, total_in, total_out, balance }) => (
              <Table.Tr key={date}>
                <Table.Th scope="row" fw="normal" style={{ whiteSpace: 'nowrap' }}>
                  <Moment at={date} as="day" />
                </Table.Th>
                {[total_in, total_out, balance].map((value, column) => (
                  <Table.Td key={column} ta="right">
                    <Amount value={value} currency={currency} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
