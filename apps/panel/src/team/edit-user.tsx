import { Alert, Modal, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { useSession, type Permission } from '../session/session';
import { FormButtons } from '../ui/form-buttons';
import { withoutFields } from '../ui/form-errors';
import { Problem } from '../ui/problem';
import { useNotify } from '../ui/use-notify';
import { SHORTEST_PASSWORD } from './first-password';
import { HandedPassword } from './handed-password';
import { PermissionsField } from './permissions-field';
import { wanted } from './permissions';
import { changeUser, USERS, type TeamUser } from './queries';
import { useRejectionTexts } from './use-rejection-texts';

interface EditUserProps {
  user: TeamUser;
  onClose: () => void;
}

/** Changes the permissions, the state and the password of a user. */
export function EditUser({ user, onClose }: EditUserProps) {
  const { t } = useTranslation('team');
  const { t: shared } = useTranslation('ui');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('editTitle', { email: user.email })}
      size="lg"
      // A click outside would lose the input.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': shared('close') }}
    >
      <EditForm user={user} onClose={onClose} />
    </Modal>
  );
}

interface Values {
  permissions: Permission[];
  is_active: boolean;
  /** Empty to keep the current one. */
  password: string;
}

function EditForm({ user, onClose }: EditUserProps) {
  const { t } = useTranslation('team');
  const { t: shared } = useTranslation('ui');
  const isSelf = useSession().user.id === user.id;
  const form = useForm<Values>({
    initialValues: { permissions: [...user.permissions], is_active: user.is_active, password: '' },
    validate: {
      permissions: (chosen) => (chosen.length === 0 ? t('permissionsMissing') : null),
      password: (typed) =>
        typed !== '' && typed.length < SHORTEST_PASSWORD ? t('passwordProblem', { count: SHORTEST_PASSWORD }) : null,
    },
  });
  const { save, isPending, error } = useSave(user, onClose, (errors) => form.setErrors(errors));
  const submit = ({ permissions, is_active, password }: Values) =>
    save({ permissions: wanted(permissions), is_active, ...(password !== '' && { password }) });
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="lg">
        <Switch
          label={t('active')}
          description={t(isSelf ? 'activeSelf' : 'activeText')}
          disabled={isSelf}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
        <PermissionsField {...form.getInputProps('permissions')} value={form.getValues().permissions} />
        {!isSelf && (
          <HandedPassword
            {...form.getInputProps('password')}
            label={t('newPassword')}
            description={t('newPasswordText', { count: SHORTEST_PASSWORD })}
          />
        )}
        <Alert color="gray">{t(isSelf ? 'endsYourSession' : 'endsSessions')}</Alert>
        {error && <Problem error={withoutFields(error, Object.keys(form.errors))} />}
        <FormButtons submit={shared('save')} onCancel={onClose} isPending={isPending} disabled={!form.isDirty()} />
      </Stack>
    </form>
  );
}

function useSave(user: TeamUser, onDone: () => void, onRejected: (errors: Record<string, string>) => void) {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  const notify = useNotify();
  const rejectionTexts = useRejectionTexts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (changes: Schemas['AccountUserChanges']) => changeUser(user.id, changes),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: USERS });
      notify(t('saved'));
      onDone();
    },
    onError: (failure) => onRejected(rejectionTexts(failure)),
  });
  return { save: mutate, isPending, error };
}
