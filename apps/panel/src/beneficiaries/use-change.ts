import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNotify } from '../ui/use-notify';
import type { Schemas } from '../api/client';
import { BENEFICIARIES, beneficiaryQuery, changeBeneficiary } from './queries';

/** Changes a beneficiary and updates the pages that show it. */
export function useChange(id: string, onDone: () => void) {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: Schemas['BeneficiaryChanges']) => changeBeneficiary(id, body),
    onSuccess: (changed) => {
      queries.setQueryData(beneficiaryQuery(id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: BENEFICIARIES });
      notify(t('saved'));
      onDone();
    },
  });
}
