import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../api/client';
import { countryName } from '../destinations/countries';
import { Details } from '../ui/details';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { Status, type State } from '../ui/status';
import { FeesSection } from './fees-section';
import { Preferences } from './preferences';
import { accountQuery } from './queries';

type Account = Schemas['Account'];

/** The account: its state, its fees and its preferences. */
export default function AccountPage() {
  const { t } = useTranslation('account');
  const { data, error, isPending, refetch } = useQuery(accountQuery);
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <Button component={Link} to="/account/security" variant="default">
          {t('security.title')}
        </Button>
      }
    >
      {data && (
        <Stack gap="lg">
          <StateSection account={data} />
          <IdentitySection account={data} />
          <Preferences account={data} />
          <FeesSection />
        </Stack>
      )}
      {isPending && <LoadingLines />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

/** What the account can do now, and how to get what is missing. */
function StateSection({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const { status, kyc_status, kyb_status } = account;
  return (
    <Section framed title={t('state.title')}>
      <Stack gap="md">
        <StateLine name={t('state.account')} value={status} text={t(`state.status.${status}`)} />
        <StateLine name={t('state.kyc')} value={kyc_status} text={t(`state.kycText.${kyc_status}`)} />
        <StateLine name={t('state.kyb')} value={kyb_status} text={t(`state.kybText.${kyb_status}`)} />
      </Stack>
    </Section>
  );
}

function StateLine({ name, value, text }: { name: string; value: State; text: string }) {
  return (
    <div>
      <Group gap="sm">
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Status value={value} />
      </Group>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </div>
  );
}

function IdentitySection({ account }: { account: Account }) {
  const { t, i18n } = useTranslation('account');
  const { name, slug, email, country, usd_enabled, cards_enabled, customer_paid_fee_enabled } = account;
  const onOff = (isOn: boolean) => t(isOn ? 'facts.on' : 'facts.off');
  return (
    <Section framed title={t('facts.title')} text={t('facts.text')}>
      <Details
        facts={[
          [t('facts.name'), name],
          [t('facts.slug'), slug],
          [t('facts.email'), email ?? t('facts.noEmail')],
          [t('facts.country'), countryName(country, i18n.language)],
          [t('facts.usd'), onOff(usd_enabled)],
          [t('facts.cards'), onOff(cards_enabled)],
          [t('facts.payerFee'), onOff(customer_paid_fee_enabled)],
        ]}
      />
    </Section>
  );
}
