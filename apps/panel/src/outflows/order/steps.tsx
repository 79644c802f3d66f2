import { Box, Stepper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The current step of an order; on a phone as a sentence. */
export function Steps({ active, names }: { active: number; names: readonly string[] }) {
  const { t } = useTranslation('outflows');
  return (
    <>
      <Box visibleFrom="sm">
        <Stepper active={active} size="sm" allowNextStepsSelect={false}>
          {names.map((name) => (
            <Stepper.Step key={name} label={name} allowStepSelect={false} />
          ))}
        </Stepper>
      </Box>
      <Text hiddenFrom="sm" c="dimmed" size="sm">
        {t('order.step', { step: active + 1, of: names.length, name: names[active] })}
      </Text>
    </>
  );
}
