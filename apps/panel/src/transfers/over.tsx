import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StepHeading } from '../outflows/order/step-heading';
import { Problem } from '../ui/problem';
import type { End } from './verification';

/** Why the verification takes no code any more, and the way on. */
export function Over({ end, error, onRestart }: { end: End; error: unknown; onRestart: () => void }) {
  const { t } = useTranslation('transfers');
  return (
    <Stack gap="lg" maw={640}>
      <StepHeading>{t(`over.title.${end}`)}</StepHeading>
      {end === 'refused' && <Problem error={error} />}
      <Alert color={end === 'verified' ? 'blue' : 'yellow'}>
        <Text size="sm">{t(`over.text.${end}`)}</Text>
      </Alert>
      <Group>
        {end === 'verified' ? (
          <Button component={Link} to="/payouts?type=transfer">
            {t('over.toList')}
          </Button>
        ) : (
          <Button onClick={onRestart}>{t('over.again')}</Button>
        )}
      </Group>
    </Stack>
  );
}
