import { Button, Flex, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../ui/copy';
import { IconExternalLink } from '../ui/icons';
import { Qr } from '../ui/qr';

/** Copies the address of a link, shows its QR code, and opens the checkout. */
export function Share({ url }: { url: string }) {
  const { t } = useTranslation('links');
  return (
    <Flex gap="lg" wrap="wrap" align="flex-start">
      <Qr text={url} label={t('qr')} size={160} />
      <Stack gap="md" flex="1 1 16rem" miw={0} align="stretch">
        <Text size="sm" c="dimmed">
          {t('shareText')}
        </Text>
        <CopyField label={t('address')} value={url} />
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('openCheckout')}
        </Button>
      </Stack>
    </Flex>
  );
}
