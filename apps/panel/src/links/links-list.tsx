import { PAYER_CODES } from '@app/currencies';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Allowed, RequirePermission } from '../session/allowed';
import { Amount } from '../ui/amount';
import { DownloadButtons } from '../ui/download-buttons';
import { Empty } from '../ui/empty';
import { ChoiceFilter, Filters, PeriodFilter, SearchFilter, StatusFilter } from '../ui/filters';
import { IconLock } from '../ui/icons';
import { List, type Column } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { RowLink } from '../ui/row-link';
import { SectionTabs } from '../ui/section-tabs';
import { Status } from '../ui/status';
import { Totals } from '../ui/totals';
import { PATHS, STATUSES, type Link, type LinkKind } from './kind';
import { NewLinkButton } from './obstacle';
import { LINK_FILTERS, linksQuery } from './queries';

/** The page with the links of a kind. Users who may only create links see a button and the reason why there is no list. */
export function LinksList({ kind }: { kind: LinkKind }) {
  return (
    <RequirePermission to={['view_payins', 'create_payins']}>
      <Frame kind={kind} />
    </RequirePermission>
  );
}

function Frame({ kind }: { kind: LinkKind }) {
  const { t } = useTranslation('links');
  const { filters } = useListParams(LINK_FILTERS);
  return (
    <Page
      title={t(`${kind}.title`)}
      description={t(`${kind}.description`)}
      actions={
        <>
          {kind === 'payment_link' && (
            <Allowed to="view_payins">
              <DownloadButtons path="/api/v1/clients/payment-links" query={filters} fileName="payment-links" />
            </Allowed>
          )}
          <NewLinkButton kind={kind} />
        </>
      }
    >
      <SectionTabs
        label={t('sections')}
        tabs={[
          { to: PATHS.payment_link, label: t('payment_link.title') },
          { to: PATHS.card_payment_link, label: t('card_payment_link.title') },
        ]}
      />
      <Allowed
        to="view_payins"
        otherwise={
          <Alert color="gray" icon={<IconLock aria-hidden />}>
            {t('cannotView')}
          </Alert>
        }
      >
        <Links key={kind} kind={kind} />
      </Allowed>
    </Page>
  );
}

function Links({ kind }: { kind: LinkKind }) {
  const { t } = useTranslation('links');
  const { filters, cursor, isFiltered } = useListParams(LINK_FILTERS);
  const query = useQuery(linksQuery(kind, filters, cursor));
  const columns = useColumns(kind);
  return (
    <>
      <LinkFilters />
      <Totals meta={query.data?.meta} />
      <List
        label={t(`${kind}.title`)}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          isFiltered ? (
            <Empty title={t('noMatch.title')}>{t('noMatch.text')}</Empty>
          ) : (
            <Empty title={t(`${kind}.empty`)} action={<NewLinkButton kind={kind} />}>
              {t(`${kind}.emptyText`)}
            </Empty>
          )
        }
      />
    </>
  );
}

function LinkFilters() {
  const { t } = useTranslation('links');
  const { filters, setFilter, clearFilters, isFiltered } = useListParams(LINK_FILTERS);
  return (
    <Filters onClear={isFiltered ? clearFilters : undefined}>
      <SearchFilter
        label={t('search')}
        placeholder={t('searchHint')}
        value={filters.search}
        onChange={(value) => setFilter('search', value)}
      />
      <StatusFilter filters={filters} setFilter={setFilter} statuses={STATUSES} />
      <ChoiceFilter
        label={t('payerCurrency')}
        value={filters.currency}
        choices={PAYER_CODES.map((value) => ({ value, label: value }))}
        onChange={(value) => setFilter('currency', value)}
      />
      <PeriodFilter filters={filters} setFilter={setFilter} />
    </Filters>
  );
}

function useColumns(kind: LinkKind): readonly Column<Link>[] {
  const { t } = useTranslation(['links', 'ui']);
  return [
    {
      header: t('descriptionName'),
      cell: ({ id, description, reference }) => (
        <>
          <RowLink to={`${PATHS[kind]}/${id}`} lineClamp={2} maw={420}>
            {description}
          </RowLink>
          {reference && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {reference}
            </Text>
          )}
        </>
      ),
    },
    { header: t('status'), cell: ({ status }) => <Status value={status} /> },
    ...(kind === 'payment_link'
      ? [
          {
            header: t('method'),
            cell: ({ payment_method: method }: Link) => (
              <Text size="sm">{method ? t(`ui:method.${method}`, { defaultValue: method }) : t('notChosen')}</Text>
            ),
          },
        ]
      : []),
    { header: t('createdAt'), cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      header: t('amount'),
      align: 'right',
      cell: ({ amount, amount_currency: currency, currency: paidIn }) => (
        <>
          <Amount value={amount} currency={currency} fw={600} />
          {paidIn !== currency && (
            <Text size="xs" c="dimmed">
              {t('paidIn', { currency: paidIn })}
            </Text>
          )}
        </>
      ),
    },
  ];
}
