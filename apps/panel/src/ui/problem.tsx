import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { reasonsOf } from '../api/reasons';
import { useProblemText } from '../api/use-problem-text';
import { useReasonText } from '../api/use-reason-text';
import { CopyIcon } from './copy';
import { IconAlertTriangle } from './icons';

/** An error as a sentence that says what to do, with the id of the request for support staff. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('ui');
  const describe = useProblemText();
  const failure = error instanceof ApiError ? error : undefined;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{describe(error)}</Text>
        {failure && <Reasons failure={failure} />}
        {failure?.requestId && (
          <Group gap={4}>
            <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
              {t('requestId', { id: failure.requestId })}
            </Text>
            <CopyIcon value={failure.requestId} label={t('requestIdName')} />
          </Group>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The reasons for fields that the page does not show elsewhere. */
function Reasons({ failure }: { failure: ApiError }) {
  const { t } = useTranslation('api');
  const textOf = useReasonText();
  const reasons = reasonsOf(failure);
  if (reasons.length === 0) return null;
  return (
    <List size="sm">
      {reasons.map(({ field, sentence }) => (
        <List.Item key={`${field} ${sentence}`}>
          {t(`field.${field}`, { defaultValue: '' })} {textOf(sentence)}
        </List.Item>
      ))}
    </List>
  );
}
