import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../api/client';
import { everyValue } from '../api/every-value';
import { Allowed, PermissionNotice } from '../session/allowed';
import { Amount } from '../ui/amount';
import { DownloadButtons } from '../ui/download-buttons';
import { Empty } from '../ui/empty';
import { ChoiceFilter, Filters, PeriodFilter, StatusFilter } from '../ui/filters';
import { List, type Column } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { RowLink } from '../ui/row-link';
import { Status } from '../ui/status';
import { walletsQuery } from '../wallets/queries';
import { useWalletLabel } from '../wallets/use-wallet-label';
import { shortAccount } from './bank-number';
import { PAYOUT_FILTERS, payoutsQuery } from './queries';

type Payout = Schemas['Payout'];

const TYPES = everyValue<Payout['type']>({ payout: true, transfer: true });
const STATUSES = everyValue<Payout['status']>({ requested: true, processing: true, completed: true, failed: true });

/** All payouts and transfers of the account. */
export default function PayoutsPage() {
  const { t } = useTranslation('outflows');
  return (
    <Page title={t('title')} description={t('description')} actions={<Actions />}>
      <Allowed to="view_payouts" otherwise={<PermissionNotice permissions={['view_payouts']} />}>
        <Payouts />
      </Allowed>
    </Page>
  );
}

function Actions() {
  const { t } = useTranslation('outflows');
  const { filters } = useListParams(PAYOUT_FILTERS);
  return (
    <>
      <Allowed to="view_payouts">
        <DownloadButtons path="/api/v1/clients/payouts" query={filters} fileName="payouts" />
      </Allowed>
      <Allowed to="create_payouts">
        <Button variant="default" component={Link} to="/transfers/new">
          {t('newTransfer')}
        </Button>
        <Button component={Link} to="/payouts/new">
          {t('newPayout.action')}
        </Button>
      </Allowed>
    </>
  );
}

function Payouts() {
  const { t } = useTranslation('outflows');
  const { filters, cursor } = useListParams(PAYOUT_FILTERS);
  const query = useQuery(payoutsQuery(filters, cursor));
  const columns = useColumns();
  return (
    <Stack gap="lg">
      <PayoutFiltersRow />
      <List label={t('title')} query={query} columns={columns} rowKey={({ id }) => id} empty={<NoPayouts />} />
    </Stack>
  );
}

function PayoutFiltersRow() {
  const { t } = useTranslation('outflows');
  const { filters, setFilter, clearFilters, isFiltered } = useListParams(PAYOUT_FILTERS);
  const wallets = useQuery(walletsQuery);
  const labelOf = useWalletLabel();
  return (
    <Filters onClear={isFiltered ? clearFilters : undefined}>
      <ChoiceFilter
        label={t('type')}
        value={filters.type}
        choices={TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        onChange={(value) => setFilter('type', value)}
      />
      <StatusFilter filters={filters} setFilter={setFilter} statuses={STATUSES} />
      <ChoiceFilter
        label={t('wallet')}
        value={filters.virtual_wallet_id}
        choices={(wallets.data ?? []).map((wallet) => ({ value: wallet.id, label: labelOf(wallet) }))}
        onChange={(value) => setFilter('virtual_wallet_id', value)}
      />
      <PeriodFilter filters={filters} setFilter={setFilter} />
    </Filters>
  );
}

function useColumns(): Column<Payout>[] {
  const { t } = useTranslation('outflows');
  return [
    {
      header: t('column.destination'),
      cell: ({ id, destination: { name, bank } }) => (
        <>
          <RowLink to={`/payouts/${id}`}>{name}</RowLink>
          <Text size="xs" c="dimmed">
            {shortAccount(bank)}
          </Text>
        </>
      ),
    },
    { header: t('type'), cell: ({ type }) => t(`types.${type}`) },
    {
      header: t('status'),
      cell: ({ status, returned_at: returnedAt }) => <Status value={returnedAt === null ? status : 'returned'} />,
    },
    { header: t('column.ordered'), cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      header: t('column.amount'),
      align: 'right',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
    {
      header: t('figures.recipientGets'),
      align: 'right',
      cell: (payout) => <Amount value={payout.destination_amount} currency={payout.destination_currency} />,
    },
  ];
}

function NoPayouts() {
  const { t } = useTranslation('outflows');
  const { isFiltered } = useListParams(PAYOUT_FILTERS);
  if (isFiltered) return <Empty title={t('empty.filteredTitle')}>{t('empty.filteredText')}</Empty>;
  return <Empty title={t('empty.title')}>{t('empty.text')}</Empty>;
}
