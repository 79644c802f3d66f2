import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../session/allowed';
import { Amount } from '../ui/amount';
import { DownloadButtons } from '../ui/download-buttons';
import { Empty } from '../ui/empty';
import { ChoiceFilter, Filters, PeriodFilter } from '../ui/filters';
import { IconArrowDownLeft, IconArrowUpRight } from '../ui/icons';
import { List } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { MOVEMENT_TYPES, movementFilters, referredPage, signedAmount, type Movement } from './movements';
import { movementsQuery } from './queries';

const FILTERS = ['type', 'start_date', 'end_date'] as const;

/** The movements of a wallet, the newest first, with the balance after each. */
export function MovementList({ walletId, currency }: { walletId: string; currency: string }) {
  const { t } = useTranslation('wallets');
  const { filters, cursor, isFiltered } = useListParams(FILTERS);
  const wanted = movementFilters(filters);
  const query = useQuery(movementsQuery(walletId, wanted, cursor));
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <MovementFilters />
        <DownloadButtons
          path="/api/v1/clients/balance-movements"
          query={{ virtual_wallet_id: walletId, ...wanted }}
          fileName={`movements-${currency}`}
        />
      </Group>
      {currency === 'USD' && (
        <Text size="sm" c="dimmed">
          {t('movements.feesApart')}
        </Text>
      )}
      <List
        label={t('movements.title')}
        query={query}
        rowKey={({ id }) => id}
        columns={[
          { header: t('movements.when'), cell: ({ created_at }) => <Moment at={created_at} /> },
          { header: t('movements.what'), cell: (movement) => <What movement={movement} /> },
          { header: t('movements.from'), cell: ({ reference }) => <Reference reference={reference} /> },
          {
            header: t('movements.amount'),
            align: 'right',
            cell: (movement) => (
              <>
                <Amount signed value={signedAmount(movement)} currency={movement.currency} />
                {movement.fee && (
                  <Text size="xs" c="dimmed">
                    {t('movements.fee')} <Amount signed value={movement.fee.amount} currency={movement.currency} />
                  </Text>
                )}
              </>
            ),
          },
          {
            header: t('movements.balanceAfter'),
            align: 'right',
            cell: ({ balance_after: balance, fee, currency: of }) => (
              <>
                <Amount value={balance} currency={of} c="dimmed" />
                {fee && (
                  <Text size="xs" c="dimmed">
                    {t('movements.afterFee')} <Amount value={fee.balance_after} currency={of} />
                  </Text>
                )}
              </>
            ),
          },
        ]}
        empty={
          isFiltered ? (
            <Empty title={t('movements.noMatchTitle')}>{t('movements.noMatchText')}</Empty>
          ) : (
            <Empty title={t('movements.noneTitle')}>{t('movements.noneText')}</Empty>
          )
        }
      />
    </Stack>
  );
}

function MovementFilters() {
  const { t } = useTranslation('wallets');
  const { filters, setFilter, clearFilters, isFiltered } = useListParams(FILTERS);
  return (
    <Filters onClear={isFiltered ? clearFilters : undefined}>
      <ChoiceFilter
        label={t('movements.type')}
        value={filters.type}
        choices={MOVEMENT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(value) => setFilter('type', value)}
      />
      <PeriodFilter filters={filters} setFilter={setFilter} />
    </Filters>
  );
}

function What({
  movement: { type, direction, label, description, payment_reference: reference },
}: {
  movement: Movement;
}) {
  const { t } = useTranslation('wallets');
  const Icon = direction === 'in' ? IconArrowDownLeft : IconArrowUpRight;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Icon size={18} aria-hidden style={{ flexShrink: 0 }} />
      <div>
        <Text size="sm">{t(`type.${type}`, { defaultValue: label })}</Text>
        <Text size="xs" c="dimmed">
          {t(`direction.${direction}`)}
        </Text>
        {description && (
          <Text size="xs" c="dimmed" lineClamp={2} maw={320} style={{ overflowWrap: 'anywhere' }}>
            {[description, reference].filter(Boolean).join(' · ')}
          </Text>
        )}
      </div>
    </Group>
  );
}

function Reference({ reference }: Pick<Movement, 'reference'>) {
  const { t } = useTranslation('wallets');
  const page = referredPage(reference);
  if (!page) return '—';
  const text = t(`reference.${page.text}`);
  return (
    <Allowed to={page.permission} otherwise={text}>
      <Anchor component={Link} to={page.to} inherit>
        {text}
      </Anchor>
    </Allowed>
  );
}
