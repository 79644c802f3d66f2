import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../ui/confirm';
import { useNotify } from '../ui/use-notify';
import { deleteUser, USERS, type TeamUser } from './queries';

/** Explains what happens to the user's sessions and keys, then deletes the user. */
export function DeleteUser({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const { t } = useTranslation('team');
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteUser(user.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: USERS });
      notify(t('deleted', { email: user.email }));
      onClose();
    },
  });
  return (
    <Confirm
      opened
      isDangerous
      {...{ onClose, isPending, error }}
      title={t('deleteTitle', { email: user.email })}
      action={t('delete')}
      onConfirm={() => mutate()}
    >
      <Text size="sm">{t('deleteText')}</Text>
    </Confirm>
  );
}
