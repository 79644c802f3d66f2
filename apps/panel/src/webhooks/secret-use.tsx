import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Explains what a receiver does with the secret, with a link to the documentation. */
export function SecretUse() {
  const { t } = useTranslation('webhooks');
  return (
    <Text size="sm">
      {t('secretUse')}{' '}
      <Anchor href="/docs" target="_blank" rel="noopener" size="sm">
        {t('secretDocs')}
      </Anchor>
    </Text>
  );
}
