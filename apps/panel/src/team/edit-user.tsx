import { Alert, Button, Group, Modal, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession, type Permission } from '../session/session';
import { Problem } from '../ui/problem';
import { useNotify } from '../ui/use-notify';
import { PermissionsField } from './permissions-field';
import { wanted } from './permissions';
import { changeUser, USERS, type TeamUser } from './queries';

interface EditUserProps {
  user: TeamUser;
  onClose: () => void;
}

/** Changes what a user may do, and whether they can sign in. */
export function EditUser({ user, onClose }: EditUserProps) {
  const { t } = useTranslation('team');
  const { t: shared } = useTranslation('ui');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('editTitle', { email: user.email })}
      size="lg"
      closeButtonProps={{ 'aria-label': shared('close') }}
    >
      <EditForm user={user} onClose={onClose} />
    </Modal>
  );
}

interface Values {
  permissions: Permission[];
  is_active: boolean;
}

function EditForm({ user, onClose }: EditUserProps) {
  const { t } = useTranslation('team');
  const { t: shared } = useTranslation('ui');
  const isSelf = useSession().user.id === user.id;
  const { save, isPending, error } = useSave(user, onClose);
  const form = useForm<Values>({
    initialValues: { permissions: [...user.permissions], is_active: user.is_active },
    validate: { permissions: (chosen) => (chosen.length === 0 ? t('permissionsMissing') : null) },
  });
  return (
    <form
      onSubmit={form.onSubmit(({ permissions, is_active }) => save({ permissions: wanted(permissions), is_active }))}
    >
      <Stack gap="lg">
        <Switch
          label={t('active')}
          description={t(isSelf ? 'activeSelf' : 'activeText')}
          disabled={isSelf}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
        <PermissionsField {...form.getInputProps('permissions')} value={form.getValues().permissions} />
        <Alert color="gray">{t(isSelf ? 'endsYourSession' : 'endsSessions')}</Alert>
        {error && <Problem error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shared('cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
            {shared('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useSave(user: TeamUser, onDone: () => void) {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: Values) => changeUser(user.id, values),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: USERS });
      notify(t('saved'));
      onDone();
    },
  });
  return { save: mutate, isPending, error };
}
