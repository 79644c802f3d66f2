import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isSandbox } from './environment';

/** The name of the product, with a badge in the sandbox. */
export function Brand() {
  const { t } = useTranslation('ui');
  return (
    <Group gap="xs" wrap="nowrap">
      <Text fw={700}>ServicePay</Text>
      {isSandbox && (
        <Badge
          variant="default"
          size="sm"
          miw="max-content"
          title={t('sandboxText')}
          style={{ borderColor: 'var(--mantine-color-orange-6)' }}
        >
          {t('sandbox')}
        </Badge>
      )}
    </Group>
  );
}
