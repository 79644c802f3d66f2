import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StepHeading } from '../outflows/order/step-heading';
import { Problem } from '../ui/problem';
import type { End } from './verification';

/** Says why the verification accepts no code any more, and how to continue. */
export function VerificationEnded({ end, error, onRestart }: { end: End; error: unknown; onRestart: () => void }) {
  const { t } = useTranslation('transfers');
  return (
    <Stack gap="lg" maw={640}>
      <StepHeading>{t(`ended.title.${end}`)}</StepHeading>
      {end === 'rejected' && <Problem error={error} />}
      <Alert color={end === 'verified' ? 'blue' : 'yellow'}>
        <Text size="sm">{t(`ended.text.${end}`)}</Text>
      </Alert>
      <Group>
        {end === 'verified' ? (
          <Button component={Link} to="/payouts?type=transfer">
            {t('ended.toList')}
          </Button>
        ) : (
          <Button onClick={onRestart}>{t('ended.again')}</Button>
        )}
      </Group>
    </Stack>
  );
}
