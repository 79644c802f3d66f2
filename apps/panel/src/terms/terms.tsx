import { Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { useSession } from '../session/session';
import { Moment } from '../ui/moment';
import { Problem } from '../ui/problem';
import { useNotify } from '../ui/use-notify';
import { acceptTerms, termsQuery } from './queries';

type TermsStatus = Schemas['TermsStatus'];

/** The text of the terms, with the form that accepts them or the time of the acceptance. */
export function Terms({ terms }: { terms: TermsStatus }) {
  const { t } = useTranslation('terms');
  const { account } = useSession();
  return (
    <Stack gap="lg" maw={760}>
      <Paper withBorder p="lg" component="section" aria-label={t('title')}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('version', { version: terms.current_version })}
        </Text>
        {/* In the account's language, which may differ from the panel's. */}
        <Text lang={account.language} style={{ whiteSpace: 'pre-line' }}>
          {terms.text}
        </Text>
      </Paper>
      {terms.accepted ? <Acceptance terms={terms} /> : <AcceptForm version={terms.current_version} />}
    </Stack>
  );
}

function Acceptance({ terms }: { terms: TermsStatus }) {
  const { t } = useTranslation('terms');
  const { version, accepted_at: at, current_version: current } = terms;
  if (version === null || at === null) return null;
  return (
    <Stack gap={4}>
      <Text size="sm">
        {t('acceptedOn', { version })} <Moment at={at} />.
      </Text>
      {version !== current && <Text size="sm">{t('newer', { version: current })}</Text>}
    </Stack>
  );
}

function AcceptForm({ version }: { version: string }) {
  const { t } = useTranslation('terms');
  const { account } = useSession();
  const queries = useQueryClient();
  const notify = useNotify();
  const [agreed, setAgreed] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => acceptTerms(version),
    onSuccess: async () => {
      notify(t('accepted'));
      await queries.invalidateQueries({ queryKey: termsQuery.queryKey });
    },
    // The current version may have changed meanwhile: the page then shows its text.
    onError: () => void queries.invalidateQueries({ queryKey: termsQuery.queryKey }),
  });
  return (
    <Stack gap="md">
      <Checkbox
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        label={t('agree', { account: account.name })}
      />
      {error && <Problem error={error} />}
      <Group>
        <Button disabled={!agreed} loading={isPending} onClick={() => mutate()}>
          {t('accept')}
        </Button>
      </Group>
    </Stack>
  );
}
