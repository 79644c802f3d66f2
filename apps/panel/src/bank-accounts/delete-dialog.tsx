import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { bankInShort } from '../destinations/bank-facts';
import { Confirm } from '../ui/confirm';
import { useNotify } from '../ui/use-notify';
import { BANK_ACCOUNTS, deleteBankAccount } from './queries';

/** Asks before it deletes a bank account, and shows which one. */
export function DeleteDialog({ account, onClose }: { account: Schemas['BankAccount']; onClose: () => void }) {
  const { t } = useTranslation('bank-accounts');
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteBankAccount(account.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: BANK_ACCOUNTS });
      notify(t('deleted'));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      isDangerous
      {...{ onClose, isPending, error }}
      title={t('deleteTitle')}
      action={t('delete')}
      onConfirm={() => mutate()}
    >
      <Text fw={600}>
        {account.holder_name}, {bankInShort(account.bank)}
      </Text>
      <Text size="sm">{t('deleteText')}</Text>
    </Confirm>
  );
}
