import { Box, SegmentedControl, Select, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { LANGUAGES } from '../i18n';
import { usePermissions } from '../session/session';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { useNotify } from '../ui/use-notify';
import { accountQuery, changeAccount } from './queries';

/** The language of the account's mail, the time zone of its days, and the appearance of the panel on this device. */
export function Preferences({ account }: { account: Schemas['Account'] }) {
  const { t } = useTranslation('account');
  return (
    <Section framed title={t('preferences.title')}>
      <Stack gap="lg" maw={420}>
        <AccountLanguage language={account.language} />
        <AccountTimeZone zone={account.time_zone} />
        <Appearance />
      </Stack>
    </Section>
  );
}

/** Changes the account and refreshes the panel. */
function useChange() {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: changeAccount,
    onSuccess: (changed) => {
      queries.setQueryData(accountQuery.queryKey, changed);
      // All days and times depend on the time zone, so everything is read again.
      void queries.invalidateQueries();
      notify(t('saved'));
    },
  });
}

function AccountLanguage({ language }: Pick<Schemas['Account'], 'language'>) {
  const { t } = useTranslation('account');
  const { can } = usePermissions();
  const { mutate, isPending, error } = useChange();
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

function AccountTimeZone({ zone }: { zone: string }) {
  const { t } = useTranslation('account');
  const { can } = usePermissions();
  const { mutate, isPending, error } = useChange();
  const mayChange = can('manage_account');
  const zones = useMemo(() => [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [zone]);
  return (
    <>
      <Select
        label={t('preferences.timeZone')}
        description={t(mayChange ? 'preferences.timeZoneText' : 'preferences.timeZoneLocked')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        value={zone}
        onChange={(value) => value && value !== zone && mutate({ time_zone: value })}
        searchable
        nothingFoundMessage={t('preferences.timeZoneUnknown')}
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
