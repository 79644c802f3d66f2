import { Center, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Brand } from '../ui/brand';
import { isSandbox } from '../ui/environment';
import { LanguageMenu } from '../ui/language-menu';

/** The frame of the pages that need no session: a heading, a form, and the language. */
export function SignedOutFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const { t } = useTranslation('ui');
  useDocumentTitle(`${title} · ServicePay`);
  return (
    <Center mih="100dvh" component="main" py="xl">
      <Container size={420} w="100%">
        <Stack gap="lg">
          <Group justify="space-between">
            <Brand />
            <LanguageMenu />
          </Group>
          <Paper withBorder p="xl">
            <Stack gap="md">
              <Title order={1} size="h3">
                {title}
              </Title>
              {text && <Text c="dimmed">{text}</Text>}
              {children}
            </Stack>
          </Paper>
          {isSandbox && (
            <Text size="sm" c="dimmed">
              {t('sandboxText')}
            </Text>
          )}
        </Stack>
      </Container>
    </Center>
  );
}
