import { Alert, Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { reasonsOf } from '../api/reasons';
import { useProblemText } from '../api/use-problem-text';
import { useReasonText } from '../api/use-reason-text';
import { formatAmount } from '../money/amounts';
import { CollectionBreakdown } from '../payments/collection-breakdown';
import type { Figures } from '../payments/figures';
import { useMethodName } from '../payments/methods';
import { Amount } from '../ui/amount';
import { LoadingLines } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { groupedEstimates } from './draft';
import type { LinkKind } from './kind';
import { cardEstimateQuery, estimateQuery, type Estimate, type NewLink } from './queries';

const TYPING_PAUSE_MS = 350;

/** The note about the figures of a kind, and the text before there are any. */
const TEXTS = {
  payment_link: { note: 'estimate.note', enterAmount: 'estimate.enterAmount' },
  card_payment_link: { note: 'estimate.cardNote', enterAmount: 'estimate.enterCardAmount' },
} as const;

/** The amounts that the payer would pay and the wallet would get, for each method, while the user fills in the form. */
export function LinkEstimate({ kind, body }: { kind: LinkKind; body: NewLink | undefined }) {
  const { t } = useTranslation('links');
  const text = body ? JSON.stringify(body) : '';
  const [settled] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const asked = settled === '' || text === '' ? undefined : (JSON.parse(settled) as NewLink);
  const { data, error, isPlaceholderData } = useQuery(
    kind === 'card_payment_link' ? cardEstimateQuery(asked) : estimateQuery(asked),
  );
  const isStale = text !== settled || isPlaceholderData;
  return (
    <Section framed title={t('estimate.title')}>
      {text === '' && <Text c="dimmed">{t(TEXTS[kind].enterAmount)}</Text>}
      {text !== '' && error && !isStale && <EstimateHint error={error} />}
      {text !== '' && !data && (!error || isStale) && <LoadingLines lines={4} />}
      {text !== '' && data && (!error || isStale) && (
        <Box style={{ opacity: isStale ? 0.75 : 1 }} aria-busy={isStale}>
          <Estimates kind={kind} estimates={data} />
        </Box>
      )}
    </Section>
  );
}

/** A reason to reject the amount is a hint during typing, not yet an error. */
function EstimateHint({ error }: { error: Error }) {
  const describe = useProblemText();
  const textOf = useReasonText();
  if (!(error instanceof ApiError) || error.isTemporary || error.status === 429) return <Problem error={error} />;
  const reasons = reasonsOf(error).map(({ sentence }) => textOf(sentence));
  return (
    <Alert color="yellow" role="status">
      {reasons.length > 0 ? reasons.join(' ') : describe(error)}
    </Alert>
  );
}

function Estimates({ kind, estimates }: { kind: LinkKind; estimates: readonly Estimate[] }) {
  const { t, i18n } = useTranslation('links');
  const methodName = useMethodName();
  const groups = groupedEstimates(estimates);
  if (groups.length === 0) return <Text>{t('estimate.noMethod')}</Text>;
  return (
    <Stack gap="lg">
      {groups.map(({ methods, figures }) => {
        const names = methods.map(methodName);
        return (
          <Stack key={names.join()} gap="sm">
            <Text fw={600}>{new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names)}</Text>
            <Headline figures={figures} />
            <CollectionBreakdown figures={figures} />
          </Stack>
        );
      })}
      <Text size="xs" c="dimmed">
        {t(TEXTS[kind].note)}
      </Text>
      <VisuallyHidden role="status">
        {groups
          .map(({ figures: { credited_amount: credited, currency } }) =>
            t('estimate.credits', { amount: formatAmount(credited, currency, i18n.language) }),
          )
          .join(' ')}
      </VisuallyHidden>
    </Stack>
  );
}

function Headline({ figures }: { figures: Figures }) {
  const { t } = useTranslation('links');
  return (
    <Group justify="space-between" align="flex-start">
      <Box>
        <Text size="sm" c="dimmed">
          {t('estimate.payerPays')}
        </Text>
        <Text fz="lg" fw={600}>
          <Amount value={figures.payer_amount} currency={figures.payer_currency} />
        </Text>
      </Box>
      <Box>
        <Text size="sm" c="dimmed">
          {t('estimate.youGet')}
        </Text>
        <Text fz="lg" fw={600}>
          <Amount value={figures.credited_amount} currency={figures.currency} />
        </Text>
      </Box>
    </Group>
  );
}
