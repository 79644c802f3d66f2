import { Anchor, Button, Group, List, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { stateOf } from '../keys/key-form';
import { keysQuery } from '../keys/queries';
import { useReasonAgainstNewKey } from '../keys/reason-against-new-key';
import { Allowed, RequirePermission } from '../session/allowed';
import { useSession } from '../session/session';
import { CodeSample } from '../ui/code-sample';
import { Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { curlSample, exampleCurrency, INSTALL_SAMPLE, keySample, typescriptSample, WEBHOOK_SAMPLE } from './samples';

export default function FirstRequestPage() {
  const { t } = useTranslation('integrate');
  return (
    <RequirePermission to="manage_api_keys">
      <Page title={t('title')} description={t('text')}>
        <Steps />
      </Page>
    </RequirePermission>
  );
}

function Steps() {
  const { t } = useTranslation('integrate');
  const { account } = useSession();
  // All keys of an account have the same prefix.
  const prefix = useQuery(keysQuery).data?.data[0]?.prefix ?? `pay_${account.slug}_live`;
  const place = { origin: window.location.origin, prefix, currency: exampleCurrency(account.country) };
  return (
    <Stack gap="xl" maw={820}>
      <Section title={t('keyTitle')}>
        <KeyStep />
        <CodeSample label={t('keyLabel')} code={keySample(place)} />
      </Section>
      <Section title={t('requestTitle')} text={t('requestText')}>
        <Tabs defaultValue="curl" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="curl">curl</Tabs.Tab>
            <Tabs.Tab value="typescript">TypeScript</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="curl">
            <CodeSample label={t('curlLabel')} code={curlSample(place)} />
          </Tabs.Panel>
          <Tabs.Panel value="typescript">
            <Stack gap="md">
              <Text size="sm">{t('sdkText')}</Text>
              <CodeSample label={t('installLabel')} code={INSTALL_SAMPLE} />
              <CodeSample label={t('typescriptLabel')} code={typescriptSample(place)} />
            </Stack>
          </Tabs.Panel>
        </Tabs>
        <Text size="sm">{t('responseText')}</Text>
      </Section>
      <Section title={t('webhookTitle')} text={t('webhookText')}>
        <CodeSample label={t('webhookLabel')} code={WEBHOOK_SAMPLE} />
        <Text size="sm">
          {t('webhookOther')} <Docs>{t('webhookDocs')}</Docs>
        </Text>
      </Section>
      <Section title={t('nextTitle')}>
        <Next />
      </Section>
    </Stack>
  );
}

/** Says whether the account has a usable key, and links to the form for a new one. */
function KeyStep() {
  const { t } = useTranslation('integrate');
  const { data, dataUpdatedAt } = useQuery(keysQuery);
  const reason = useReasonAgainstNewKey(data?.data.length);
  if (!data) return <Text size="sm">{t('keyText')}</Text>;
  const usable = data.data.filter((key) => stateOf(key, dataUpdatedAt) === 'active');
  if (usable.length > 0) {
    return (
      <Text size="sm">
        {t('keyText')} {t('keyLost')}{' '}
        <Anchor component={Link} to="/keys/new" size="sm">
          {t('createKey')}
        </Anchor>
      </Text>
    );
  }
  if (reason !== null) return <Notice>{reason}</Notice>;
  return (
    <Group gap="md">
      <Text size="sm">{t('keyNone')}</Text>
      <Button component={Link} to="/keys/new">
        {t('createKey')}
      </Button>
    </Group>
  );
}

function Next() {
  const { t } = useTranslation('integrate');
  return (
    <List size="sm" spacing="sm">
      <List.Item>{t('nextPay')}</List.Item>
      <Allowed to={['view_payins', 'create_payins']}>
        <NextLink to="/links" label={t('nextLinksLabel')}>
          {t('nextLinks')}
        </NextLink>
      </Allowed>
      <Allowed to="manage_webhooks">
        <NextLink to="/webhooks/new" label={t('nextWebhookLabel')}>
          {t('nextWebhook')}
        </NextLink>
        <NextLink to="/deliveries" label={t('nextDeliveriesLabel')}>
          {t('nextDeliveries')}
        </NextLink>
      </Allowed>
      <List.Item>
        {t('nextDocs')} <Docs>{t('nextDocsLabel')}</Docs>
      </List.Item>
    </List>
  );
}

function NextLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <List.Item>
      {children}{' '}
      <Anchor component={Link} to={to} size="sm">
        {label}
      </Anchor>
    </List.Item>
  );
}

/** Links to the reference of the API, which the service serves beside the panel. */
function Docs({ children }: { children: ReactNode }) {
  return (
    <Anchor href="/docs" target="_blank" rel="noopener" size="sm">
      {children}
    </Anchor>
  );
}
