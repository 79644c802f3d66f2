import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../api/client';
import { bankInShort } from '../destinations/bank-facts';
import { Allowed, RequirePermission } from '../session/allowed';
import { Empty } from '../ui/empty';
import { List } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { DeleteDialog } from './delete-dialog';
import { bankAccountsQuery } from './queries';

type BankAccount = Schemas['BankAccount'];

/** The merchant's own bank accounts, to which payouts go. */
export default function BankAccountsPage() {
  const { t } = useTranslation('bank-accounts');
  return (
    <RequirePermission to="manage_account">
      <Page title={t('title')} description={t('description')} actions={<NewBankAccount />}>
        <BankAccounts />
      </Page>
    </RequirePermission>
  );
}

function NewBankAccount({ variant }: { variant?: 'default' }) {
  const { t } = useTranslation('bank-accounts');
  return (
    <Allowed to="manage_account">
      <Button variant={variant} component={Link} to="/bank-accounts/new">
        {t('new')}
      </Button>
    </Allowed>
  );
}

function BankAccounts() {
  const { t } = useTranslation('bank-accounts');
  const { t: shared } = useTranslation('ui');
  const { t: about } = useTranslation('destinations');
  const { cursor } = useListParams([]);
  const query = useQuery(bankAccountsQuery(cursor));
  const [deleted, setDeleted] = useState<BankAccount>();
  return (
    <>
      <List<BankAccount>
        label={t('title')}
        query={query}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('holder'),
            cell: ({ holder_name, document: { type, number } }) => (
              <>
                {holder_name}
                <Text size="xs" c="dimmed">
                  {about(`documentTypes.${type}`, { defaultValue: type })} {number}
                </Text>
              </>
            ),
          },
          { header: t('account'), cell: ({ bank }) => bankInShort(bank) },
          { header: t('country'), cell: ({ country, currency }) => `${shared(`country.${country}`)}, ${currency}` },
          { header: t('createdAt'), cell: ({ created_at }) => <Moment at={created_at} /> },
          {
            header: t('actions'),
            cell: (each) => (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={t('deleteOf', { account: bankInShort(each.bank) })}
                onClick={() => setDeleted(each)}
              >
                {t('delete')}
              </Button>
            ),
          },
        ]}
        empty={
          <Empty title={t('emptyTitle')} action={<NewBankAccount variant="default" />}>
            {t('emptyText')}
          </Empty>
        }
      />
      {deleted && <DeleteDialog account={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}
