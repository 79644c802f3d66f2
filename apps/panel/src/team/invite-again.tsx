import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../api/use-problem-text';
import { useNotify } from '../ui/use-notify';
import { inviteAgain, USERS, type TeamUser } from './queries';

/** Mails another invitation to a user who has not chosen a password yet. */
export function InviteAgain({ user: { id, email } }: { user: TeamUser }) {
  const { t } = useTranslation('team');
  const queries = useQueryClient();
  const notify = useNotify();
  const describe = useProblemText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => inviteAgain(id),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: USERS });
      notify(t('invited', { email }));
    },
    onError: (error) => notify(describe(error)),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      onClick={() => mutate()}
      aria-label={t('inviteAgainOf', { email })}
    >
      {t('inviteAgain')}
    </Button>
  );
}
