import { PAYER_CODES } from '@app/currencies';
import { Button, Grid, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useRejectedFields } from '../api/use-reason-text';
import { useAmountProblemText } from '../money/amount-input';
import { useSession } from '../session/session';
import { withoutFields } from '../ui/form-errors';
import { Problem } from '../ui/problem';
import { Unsaved } from '../ui/unsaved';
import { AmountFields } from './amount-fields';
import { bodyOfForm, destinationOf, estimateBody, typedCurrency, type LinkForm as Values } from './draft';
import { LinkEstimate } from './estimate';
import { FeeField } from './fee-field';
import { PATHS, type Link, type LinkKind } from './kind';
import { useCreateLink } from './queries';

interface LinkFormProps {
  kind: LinkKind;
  wallets: readonly { lane: string; currency: string }[];
  onCreated: (link: Link) => void;
}

/** The fields of the form by the API's names. */
const FIELDS: Readonly<Record<string, keyof Values>> = {
  amount: 'amount',
  currency: 'currency',
  amount_type: 'amountType',
  description: 'description',
  customer_paid_fee: 'customerPaidFee',
  reference: 'reference',
  return_url: 'returnUrl',
  webhook_url: 'webhookUrl',
};

/** The form of a new link, with its estimate beside it. */
export function LinkForm({ kind, wallets, onCreated }: LinkFormProps) {
  const { i18n } = useTranslation();
  const { form, destination, create, submit } = useLinkForm({ kind, wallets, onCreated });
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        {form.isDirty() && <Unsaved />}
        <form onSubmit={submit} noValidate>
          <Fields form={form} destination={destination} kind={kind} create={create} />
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <LinkEstimate kind={kind} body={estimateBody(form.values, destination, i18n.language)} />
      </Grid.Col>
    </Grid>
  );
}

function useLinkForm({ kind, wallets, onCreated }: LinkFormProps) {
  const { t, i18n } = useTranslation(['links', 'ui']);
  const { account } = useSession();
  const local = wallets.find(({ lane }) => lane === 'local')?.currency;
  const form = useForm<Values>({
    initialValues: {
      amount: '',
      currency: PAYER_CODES.find((currency) => currency === local) ?? 'USD',
      amountType: 'receive',
      description: '',
      customerPaidFee: account.customer_paid_fee_enabled && account.customer_paid_fee_default,
      reference: '',
      returnUrl: '',
      webhookUrl: '',
    },
  });
  const destination = destinationOf(form.values.currency, wallets);
  const create = useCreateLink(kind);
  const describe = useAmountProblemText();
  const rejectedFields = useRejectedFields();

  const submit = form.onSubmit((values) => {
    const result = bodyOfForm(values, destination, i18n.language);
    if ('body' in result) {
      create.mutate(result.body, {
        onSuccess: onCreated,
        onError: (error) =>
          form.setErrors(
            Object.fromEntries(
              Object.entries(rejectedFields(error)).map(([name, text]) => [FIELDS[name] ?? name, text]),
            ),
          ),
      });
      return;
    }
    const currency = typedCurrency(values, destination);
    form.setErrors({
      ...(result.amount && { amount: describe(result.amount, currency) }),
      ...(result.description && { description: t('descriptionMissing') }),
    });
  });
  return { form, destination, create, submit };
}

type Form = ReturnType<typeof useLinkForm>;

function Fields({
  form,
  destination,
  kind,
  create,
}: Pick<Form, 'form' | 'destination' | 'create'> & { kind: LinkKind }) {
  const { t } = useTranslation(['links', 'ui']);
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <AmountFields form={form} destination={destination} />
        <TextInput
          {...form.getInputProps('description')}
          label={t('descriptionName')}
          description={t('descriptionHint')}
          maxLength={255}
          required
        />
        <TextInput
          {...form.getInputProps('reference')}
          label={t('referenceOptional')}
          description={t('referenceHint')}
          maxLength={100}
          autoComplete="off"
        />
        <FeeField form={form} />
        <Addresses form={form} />
        <Text size="sm" c="dimmed">
          {t('deadline')}
        </Text>
        {create.error && <Problem error={withoutFields(create.error, Object.keys(FIELDS))} />}
        <Group>
          <Button type="submit" loading={create.isPending}>
            {t('create')}
          </Button>
          <Button variant="subtle" component={RouterLink} to={PATHS[kind]}>
            {t('ui:cancel')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** The address of the way back to the shop, and the webhook address of the link. */
function Addresses({ form }: Pick<Form, 'form'>) {
  const { t } = useTranslation('links');
  return (['returnUrl', 'webhookUrl'] as const).map((field) => (
    <TextInput
      key={field}
      {...form.getInputProps(field)}
      label={t(field)}
      description={t(`${field}Hint`)}
      type="url"
      inputMode="url"
      placeholder="https://"
      autoComplete="off"
    />
  ));
}
