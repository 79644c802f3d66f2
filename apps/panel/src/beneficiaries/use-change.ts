import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { BENEFICIARIES, beneficiaryQuery, changeBeneficiary } from './queries';

/** Changes a beneficiary and shows it as it is then. */
export function useChange(id: string, onDone: () => void) {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['BeneficiaryChanges']) => changeBeneficiary(id, body),
    onSuccess: (changed) => {
      queries.setQueryData(beneficiaryQuery(id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: BENEFICIARIES });
      notifications.show({ message: t('saved') });
      onDone();
    },
  });
}
