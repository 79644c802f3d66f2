import { Badge, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed, RequirePermission } from '../session/allowed';
import { useSession } from '../session/session';
import { Empty } from '../ui/empty';
import { List } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { Status } from '../ui/status';
import { DeleteUser } from './delete-user';
import { EditUser } from './edit-user';
import { InviteAgain } from './invite-again';
import { beyond } from './permissions';
import { usersQuery, type TeamUser } from './queries';

/** The users of the account and their permissions. */
export default function TeamPage() {
  const { t } = useTranslation('team');
  return (
    <RequirePermission to="manage_account">
      <Page
        title={t('title')}
        description={t('description')}
        actions={
          <Allowed to="manage_account">
            <Button component={Link} to="/team/new">
              {t('new')}
            </Button>
          </Allowed>
        }
      >
        <Team />
      </Page>
    </RequirePermission>
  );
}

function Team() {
  const { t } = useTranslation('team');
  const { cursor } = useListParams([]);
  const query = useQuery(usersQuery(cursor));
  const [dialog, setDialog] = useState<{ for: TeamUser; to: 'edit' | 'delete' }>();
  const close = () => setDialog(undefined);
  return (
    <>
      <List<TeamUser>
        label={t('title')}
        query={query}
        rowKey={({ id }) => id}
        columns={[
          { header: t('email'), cell: (user) => <Address user={user} /> },
          { header: t('permissions'), cell: ({ permissions }) => <Permissions of={permissions} /> },
          { header: t('state'), cell: (user) => <State user={user} /> },
          { header: t('createdAt'), cell: ({ created_at }) => <Moment at={created_at} /> },
          {
            header: t('actions'),
            cell: (user) => (
              <Actions
                user={user}
                onEdit={() => setDialog({ for: user, to: 'edit' })}
                onDelete={() => setDialog({ for: user, to: 'delete' })}
              />
            ),
          },
        ]}
        empty={<Empty title={t('emptyTitle')}>{t('emptyText')}</Empty>}
      />
      {dialog?.to === 'edit' && <EditUser user={dialog.for} onClose={close} />}
      {dialog?.to === 'delete' && <DeleteUser user={dialog.for} onClose={close} />}
    </>
  );
}

function Address({ user }: { user: TeamUser }) {
  const { t } = useTranslation('team');
  const self = useSession().user;
  return (
    <>
      {user.name && <Text size="sm">{user.name}</Text>}
      {user.email}
      {user.id === self.id && (
        <Badge variant="light" color="gray" tt="none" ml="xs" autoContrast>
          {t('you')}
        </Badge>
      )}
    </>
  );
}

function State({ user: { is_active, invited_at: invited } }: { user: TeamUser }) {
  const { t } = useTranslation('team');
  if (invited === null) return <Status value={is_active ? 'active' : 'inactive'} />;
  return (
    <>
      <Status value="pending" />
      <Text size="xs" c="dimmed">
        {t('invitedAt')} <Moment at={invited} />
      </Text>
    </>
  );
}

function Permissions({ of }: { of: TeamUser['permissions'] }) {
  const { t } = useTranslation('ui');
  return (
    <Stack gap={0}>
      {of.map((permission) => (
        <Text key={permission} size="sm">
          {t(`permission.${permission}`)}
        </Text>
      ))}
    </Stack>
  );
}

function Actions({ user, onEdit, onDelete }: { user: TeamUser; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation('team');
  const { t: shared } = useTranslation('ui');
  const self = useSession().user;
  const missing = beyond(self.permissions, user);
  if (missing.length > 0) {
    const names = missing.map((permission) => shared(`permission.${permission}`)).join(', ');
    return (
      <Tooltip label={t('notChangeableText', { names })} multiline maw={300}>
        <Text size="sm" c="dimmed" tabIndex={0}>
          {t('notChangeable')}
        </Text>
      </Tooltip>
    );
  }
  return (
    <Group gap="xs">
      {user.invited_at !== null && <InviteAgain user={user} />}
      <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={t('editOf', { email: user.email })}>
        {t('edit')}
      </Button>
      {user.id !== self.id && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          onClick={onDelete}
          aria-label={t('deleteOf', { email: user.email })}
        >
          {t('delete')}
        </Button>
      )}
    </Group>
  );
}
