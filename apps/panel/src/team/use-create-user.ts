import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Schemas } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import { SAVED } from '../ui/unsaved';
import { useNotify } from '../ui/use-notify';
import { createUser, USERS } from './queries';
import { useRejectionTexts } from './use-rejection-texts';

/** Creates a user and returns to the team; `onRejected` gets the sentences for the fields. */
export function useCreateUser(onRejected: (errors: Record<string, string>) => void) {
  const { t } = useTranslation('team');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const notify = useNotify();
  const rejectionTexts = useRejectionTexts();
  const { headersFor, settle } = useIdempotencyKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Schemas['NewAccountUser']) => createUser(body, headersFor(body)),
    onSuccess: async ({ email, invited_at: invited }) => {
      settle();
      await queries.invalidateQueries({ queryKey: USERS });
      notify(t(invited === null ? 'created' : 'invited', { email }));
      await navigate('/team', { state: SAVED });
    },
    onError: (failure) => onRejected(rejectionTexts(failure)),
  });
  return { create: mutate, isPending, error };
}
