import { Alert, Box, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import type { Schemas } from '../../api/client';
import { formatAmount } from '../../money/amounts';
import { Problem } from '../../ui/problem';
import { Arrival } from '../arrival';
import { isBelowMinimum, isConverted } from '../figures';
import { FiguresTable } from '../figures-table';
import type { Estimate } from './use-estimate';

interface EstimatePanelProps {
  state: Estimate;
  instant: boolean;
}

/** The estimate of the order, beside the form. */
export function EstimatePanel({ state: { estimate, error, isCurrent, isWanted, retry }, instant }: EstimatePanelProps) {
  const { t } = useTranslation('outflows');
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('order.estimate')}>
      <Stack gap="sm" aria-live="polite" aria-busy={isWanted && !isCurrent}>
        <Title order={2} size="h4">
          {t('order.estimate')}
        </Title>
        {!isWanted && <Text c="dimmed">{t('order.estimateHint')}</Text>}
        {isWanted && !!error && <EstimateProblem error={error} instant={instant} onRetry={retry} />}
        {isWanted && !error && !estimate && <Waiting />}
        {isWanted && !error && estimate && (
          <Box opacity={isCurrent ? 1 : 0.6}>
            <EstimatedFigures estimate={estimate} instant={instant} />
          </Box>
        )}
      </Stack>
    </Paper>
  );
}

/** The figures of an estimate with the arrival and the minimum. */
export function EstimatedFigures({ estimate, instant }: { estimate: Schemas['OutflowEstimate']; instant: boolean }) {
  const { t, i18n } = useTranslation('outflows');
  const { net_amount: net, minimum, currency, lead_time: leadTime } = estimate;
  const amounts = {
    net: formatAmount(net, currency, i18n.language),
    minimum: formatAmount(minimum, currency, i18n.language),
  };
  if (isBelowMinimum(net, minimum)) {
    return (
      <Alert color="yellow" title={t('order.belowMinimumTitle')}>
        {t('order.belowMinimum', amounts)}
      </Alert>
    );
  }
  return (
    <Stack gap="xs">
      <FiguresTable figures={estimate} caption={t('figures.estimateCaption')} />
      <Text size="sm">
        <Arrival leadTime={leadTime} instant={instant} />
      </Text>
      <Text size="sm" c="dimmed">
        {t('order.minimumMet', amounts)}
      </Text>
      {isConverted(estimate) && (
        <Text size="sm" c="dimmed">
          {t('order.rateMoves')}
        </Text>
      )}
    </Stack>
  );
}

function EstimateProblem({ error, instant, onRetry }: { error: unknown; instant: boolean; onRetry: () => void }) {
  const { t } = useTranslation('outflows');
  if (error instanceof ApiError && error.code === 'PAYOUT_ROUTE_UNAVAILABLE') {
    return (
      <Alert color="yellow" role="alert">
        {t(instant ? 'order.noInstantRoute' : 'order.noRoute')}
      </Alert>
    );
  }
  const canRetry = error instanceof ApiError && error.isTemporary;
  return <Problem error={error} {...(canRetry && { onRetry })} />;
}

function Waiting() {
  return (
    <Stack gap="xs">
      {Array.from({ length: 4 }, (_, line) => (
        <Skeleton key={line} height={22} />
      ))}
    </Stack>
  );
}
