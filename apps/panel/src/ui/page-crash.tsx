import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';

/**
 * Replaces a page that could not be shown. The usual reason is a release: the files of the previous one no longer exist,
 * and a reload gets the new ones.
 */
export function PageCrash() {
  const { t } = useTranslation('ui');
  const error = useRouteError();
  return (
    <Alert color="red" role="alert" title={t('crash.title')}>
      <Stack align="flex-start">
        <Text size="sm">{t('crash.text')}</Text>
        {error instanceof Error && (
          <Text size="xs" c="dimmed">
            {error.message}
          </Text>
        )}
        <Button variant="default" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </Button>
      </Stack>
    </Alert>
  );
}
