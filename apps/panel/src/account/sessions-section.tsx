import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../ui/confirm';
import { Moment } from '../ui/moment';
import { LoadingLines } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { useNotify } from '../ui/use-notify';
import { deviceOf } from './device';
import { endOtherSessions, endSession, sessionsQuery, type ListedSession } from './security-api';

/** Where the user is signed in, with a way to sign out there. */
export function SessionsSection() {
  const { t } = useTranslation('account');
  const { data, error, isPending, refetch } = useQuery(sessionsQuery);
  return (
    <Section framed title={t('sessions.title')} text={t('sessions.text')}>
      {isPending && <LoadingLines lines={3} />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && <Sessions sessions={data} />}
    </Section>
  );
}

function Sessions({ sessions }: { sessions: readonly ListedSession[] }) {
  const { t } = useTranslation('account');
  const [asks, setAsks] = useState(false);
  const { mutate, isPending, error, reset } = useEnding(endOtherSessions, () => setAsks(false));
  const others = sessions.filter(({ current }) => !current);
  return (
    <Stack gap="md">
      <Stack gap="md" component="ul" p={0} m={0} aria-label={t('sessions.title')} style={{ listStyle: 'none' }}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </Stack>
      {others.length > 0 && (
        <Group>
          <Button variant="default" onClick={() => setAsks(true)}>
            {t('sessions.endOthers')}
          </Button>
        </Group>
      )}
      <Confirm
        opened={asks}
        onClose={() => {
          setAsks(false);
          reset();
        }}
        {...{ isPending, error }}
        title={t('sessions.endOthersTitle')}
        action={t('sessions.endOthers')}
        onConfirm={() => mutate()}
      >
        <Text size="sm">{t('sessions.endOthersText')}</Text>
      </Confirm>
    </Stack>
  );
}

function Session({ session }: { session: ListedSession }) {
  const { t } = useTranslation('account');
  const { id, current, address, user_agent, created_at, last_seen_at } = session;
  const { mutate, isPending, error } = useEnding(() => endSession(id));
  const { browser, system } = deviceOf(user_agent);
  const name =
    browser && system ? t('sessions.device', { browser, system }) : (browser ?? system ?? t('sessions.unknown'));
  return (
    <li>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {name}
            </Text>
            {current && (
              <Badge variant="light" tt="none" autoContrast>
                {t('sessions.current')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {address && `${address.replace(/^::ffff:/, '')} · `}
            {t('sessions.lastSeen')} <Moment at={last_seen_at} /> · {t('sessions.since')} <Moment at={created_at} />
          </Text>
        </div>
        {!current && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isPending}
            onClick={() => mutate()}
            aria-label={t('sessions.endOf', { name })}
          >
            {t('sessions.end')}
          </Button>
        )}
      </Group>
      {error && <Problem error={error} />}
    </li>
  );
}

function useEnding(end: () => Promise<unknown>, onDone?: () => void) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: end,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      notify(t('sessions.ended'));
      onDone?.();
    },
  });
}
