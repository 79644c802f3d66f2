import { Box, SegmentedControl, Select, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { LANGUAGES } from '../i18n';
import { sessionQuery, usePermissions } from '../session/session';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { useNotify } from '../ui/use-notify';
import { accountQuery, changeLanguage } from './queries';

/** The language of the account's mail, and the look of the panel on this device. */
export function Preferences({ account }: { account: Schemas['Account'] }) {
  const { t } = useTranslation('account');
  return (
    <Section framed title={t('preferences.title')}>
      <Stack gap="lg" maw={420}>
        <AccountLanguage language={account.language} />
        <Appearance />
      </Stack>
    </Section>
  );
}

function AccountLanguage({ language }: { language: Schemas['Account']['language'] }) {
  const { t } = useTranslation('account');
  const { t: shared } = useTranslation('ui');
  const { can } = usePermissions();
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending, error } = useMutation({
    mutationFn: changeLanguage,
    onSuccess: (changed) => {
      queries.setQueryData(accountQuery.queryKey, changed);
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      notify(shared('saved'));
    },
  });
  const mayChange = can('manage_account');
  return (
    <>
      <Select
        label={t('preferences.language')}
        description={t(mayChange ? 'preferences.languageText' : 'preferences.languageLocked')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={LANGUAGES.map((value) => ({ value, label: t(`preferences.languages.${value}`) }))}
        value={language}
        onChange={(value) => value && value !== language && mutate({ language: value })}
        allowDeselect={false}
        disabled={!mayChange || isPending}
      />
      {error && <Problem error={error} />}
    </>
  );
}

const SCHEMES = ['auto', 'light', 'dark'] as const;

function Appearance() {
  const { t } = useTranslation('account');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const label = useId();
  return (
    <Box>
      <Text id={label} size="sm" fw={500} mb={4}>
        {t('preferences.appearance')}
      </Text>
      <SegmentedControl
        aria-labelledby={label}
        fullWidth
        value={colorScheme}
        onChange={setColorScheme}
        data={SCHEMES.map((value) => ({ value, label: t(`preferences.schemes.${value}`) }))}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {t('preferences.appearanceText')}
      </Text>
    </Box>
  );
}
