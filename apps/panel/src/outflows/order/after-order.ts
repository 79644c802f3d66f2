import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Schemas } from '../../api/client';
import { usePermissions } from '../../session/session';
import { SAVED } from '../../ui/unsaved';
import { useNotify } from '../../ui/use-notify';

/** Opens the page of the payout after an order; for users who may not see payouts, the page with the order buttons. */
export function useAfterOrder() {
  const { t } = useTranslation('outflows');
  const { can } = usePermissions();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  return useCallback(
    ({ id, type }: Schemas['Payout']) => {
      void queries.invalidateQueries({ queryKey: ['payouts'] });
      void queries.invalidateQueries({ queryKey: ['wallets'] });
      notify(t(`order.done.${type}`));
      void navigate(can('view_payouts') ? `/payouts/${id}` : '/payouts', { replace: true, state: SAVED });
    },
    [queries, navigate, notify, can, t],
  );
}
