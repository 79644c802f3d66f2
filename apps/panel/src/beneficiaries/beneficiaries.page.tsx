import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../api/client';
import { bankInShort } from '../destinations/bank-facts';
import { Allowed, RequirePermission } from '../session/allowed';
import { Empty } from '../ui/empty';
import { List } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Page } from '../ui/page';
import { RowLink } from '../ui/row-link';
import { Status } from '../ui/status';
import { beneficiariesQuery } from './queries';
import { SendTransfer } from './send-transfer';

/** The people and companies that the account can transfer money to. */
export default function BeneficiariesPage() {
  const { t } = useTranslation('beneficiaries');
  return (
    <RequirePermission to="manage_beneficiaries">
      <Page title={t('title')} description={t('description')} actions={<NewBeneficiary />}>
        <Beneficiaries />
      </Page>
    </RequirePermission>
  );
}

function NewBeneficiary({ variant }: { variant?: 'default' }) {
  const { t } = useTranslation('beneficiaries');
  return (
    <Allowed to="manage_beneficiaries">
      <Button variant={variant} component={Link} to="/beneficiaries/new">
        {t('new')}
      </Button>
    </Allowed>
  );
}

function Beneficiaries() {
  const { t } = useTranslation('beneficiaries');
  const { t: shared } = useTranslation('ui');
  const { cursor } = useListParams([]);
  const query = useQuery(beneficiariesQuery(cursor));
  return (
    <List<Schemas['Beneficiary']>
      label={t('title')}
      query={query}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t('name'),
          cell: ({ id, name, email }) => (
            <>
              <RowLink to={`/beneficiaries/${id}`}>{name}</RowLink>
              <Text size="xs" c="dimmed">
                {email}
              </Text>
            </>
          ),
        },
        {
          header: t('country'),
          cell: ({ bank_country, currency }) => `${shared(`country.${bank_country}`)}, ${currency}`,
        },
        { header: t('account'), cell: ({ bank }) => bankInShort(bank) },
        { header: t('state'), cell: ({ active }) => <Status value={active ? 'active' : 'inactive'} /> },
        { header: t('actions'), cell: (each) => <SendTransfer beneficiary={each} isInList /> },
      ]}
      empty={
        <Empty title={t('emptyTitle')} action={<NewBeneficiary variant="default" />}>
          {t('emptyText')}
        </Empty>
      }
    />
  );
}
