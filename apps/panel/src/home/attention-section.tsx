import { Anchor, Divider, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../ui/icons';
import { Problem } from '../ui/problem';
import { FAILED_DAYS, type Notice } from './attention';
import { useAttention } from './use-attention';

const ICONS = {
  stop: { Icon: IconAlertCircle, color: 'light-dark(var(--mantine-color-red-8), var(--mantine-color-red-4))' },
  warn: { Icon: IconAlertTriangle, color: 'light-dark(var(--mantine-color-orange-9), var(--mantine-color-orange-4))' },
  hint: { Icon: IconInfoCircle, color: 'light-dark(var(--mantine-color-blue-8), var(--mantine-color-blue-4))' },
} as const;

/** The notices for the user, each with an action; a single line when there are none. */
export function AttentionSection() {
  const { t } = useTranslation('home');
  const { notices, isPending, error, retry } = useAttention();
  const heading = useId();
  return (
    <Stack gap="sm" component="section" aria-labelledby={heading} aria-busy={isPending}>
      <Title order={2} size="h4" id={heading}>
        {t('attention.title')}
      </Title>
      {error && <Problem error={error} onRetry={retry} />}
      {isPending && notices.length === 0 && <Skeleton height={56} radius="md" />}
      {!isPending && !error && notices.length === 0 && (
        <Group gap="xs" c="dimmed" wrap="nowrap">
          <IconCircleCheck size={18} aria-hidden style={{ flexShrink: 0 }} />
          <Text size="sm">{t('attention.none')}</Text>
        </Group>
      )}
      {notices.length > 0 && (
        <Paper withBorder p="md">
          <Stack gap="md">
            {notices.map((notice, index) => (
              <Fragment key={notice.id}>
                {index > 0 && <Divider />}
                <NoticeRow notice={notice} />
              </Fragment>
            ))}
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}

function NoticeRow({ notice: { id, weight, to, count, orMore } }: { notice: Notice }) {
  const { t } = useTranslation('home');
  const { Icon, color } = ICONS[weight];
  const values = { count, shown: `${count ?? ''}${orMore ? '+' : ''}`, days: FAILED_DAYS };
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Icon size={20} aria-hidden color={color} style={{ flexShrink: 0, marginTop: 1 }} />
      <Stack gap={4} flex={1} miw={0}>
        <Text size="sm" fw={600}>
          {t(`attention.${id}.title`, values)}
        </Text>
        <Text size="sm">{t(`attention.${id}.text`, values)}</Text>
        <Anchor component={Link} to={to} size="sm" style={{ alignSelf: 'flex-start' }}>
          {t(`attention.${id}.link`)}
        </Anchor>
      </Stack>
    </Group>
  );
}
