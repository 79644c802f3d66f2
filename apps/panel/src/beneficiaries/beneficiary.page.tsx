import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Schemas } from '../api/client';
import { bankFacts } from '../destinations/bank-facts';
import { countryName } from '../destinations/countries';
import { RequirePermission } from '../session/allowed';
import { Details } from '../ui/details';
import { Moment } from '../ui/moment';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { ActiveDialog } from './active-dialog';
import { EditPerson } from './edit-person';
import { beneficiaryQuery } from './queries';
import { SendTransfer } from './send-transfer';

const LIST = '/beneficiaries';

/** One beneficiary: the person or company, the bank account, and the actions. */
export default function BeneficiaryPage() {
  const { t } = useTranslation('beneficiaries');
  return (
    <RequirePermission to="manage_beneficiaries">
      <Found back={{ to: LIST, label: t('title') }} />
    </RequirePermission>
  );
}

function Found({ back }: { back: { to: string; label: string } }) {
  const { t } = useTranslation('beneficiaries');
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(beneficiaryQuery(id));
  if (data) {
    return (
      <Page title={data.name} back={back} actions={<SendTransfer beneficiary={data} />}>
        <Beneficiary beneficiary={data} />
      </Page>
    );
  }
  return (
    <Page title={t('one')} back={back}>
      {isPending ? <LoadingLines /> : <Problem error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

function Beneficiary({ beneficiary }: { beneficiary: Schemas['Beneficiary'] }) {
  const { t, i18n } = useTranslation('beneficiaries');
  const { email, document, country, active } = beneficiary;
  const { t: about } = useTranslation('destinations');
  const [dialog, setDialog] = useState<'person' | 'active'>();
  const close = () => setDialog(undefined);
  return (
    <Stack gap="lg">
      <Section
        framed
        title={t('person')}
        actions={
          <>
            <Button variant="default" onClick={() => setDialog('person')}>
              {t('edit')}
            </Button>
            <Button variant="default" onClick={() => setDialog('active')}>
              {t(active ? 'deactivate' : 'activate')}
            </Button>
          </>
        }
      >
        <Details
          facts={[
            [t('state'), <Status key="state" value={active ? 'active' : 'inactive'} />],
            [t('email'), email],
            [about('documentTypes.' + document.type, { defaultValue: document.type }), document.number],
            [about('country'), countryName(country, i18n.language)],
            [t('createdAt'), <Moment key="created" at={beneficiary.created_at} />],
            [t('updatedAt'), <Moment key="updated" at={beneficiary.updated_at} />],
          ]}
        />
      </Section>
      <BankSection beneficiary={beneficiary} />
      <EditPerson beneficiary={beneficiary} opened={dialog === 'person'} onClose={close} />
      <ActiveDialog beneficiary={beneficiary} opened={dialog === 'active'} onClose={close} />
    </Stack>
  );
}

function BankSection({ beneficiary }: { beneficiary: Schemas['Beneficiary'] }) {
  const { t } = useTranslation('beneficiaries');
  const { t: about } = useTranslation('destinations');
  const { t: shared } = useTranslation('ui');
  const { id, bank, bank_country, currency } = beneficiary;
  return (
    <Section
      framed
      title={about('bank')}
      actions={
        <Button variant="default" component={Link} to={`${LIST}/${id}/bank`}>
          {t('changeBank')}
        </Button>
      }
    >
      <Details
        facts={[
          [about('bankCountry'), shared(`country.${bank_country}`)],
          [t('currency'), currency],
          ...bankFacts(bank, about),
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('masked')}
      </Text>
    </Section>
  );
}
