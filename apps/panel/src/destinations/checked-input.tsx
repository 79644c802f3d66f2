import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCircleCheck } from '../ui/icons';
import type { Check } from './identifiers';

interface CheckedInputProps extends TextInputProps {
  check: Check;
  /** Called when the user leaves the field before its text is complete. */
  onUnfinished: () => void;
}

/** A field that shows what it recognises during typing, and an error as soon as the error is certain. */
export function CheckedInput({ check, error, description, onUnfinished, ...input }: CheckedInputProps) {
  const { t } = useTranslation('destinations');
  const wrong = check.is === 'wrong' ? t(`problem.${check.why}`, { wanted: check.wanted }) : null;
  const hint = check.is === 'unfinished' ? t(`hint.${check.hint}`, { typed: check.typed, wanted: check.wanted }) : null;
  const isRecognised = check.is === 'recognised' && !error;
  return (
    <div>
      <TextInput
        {...input}
        description={hint ?? description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={error ?? wrong}
        autoComplete="off"
        spellCheck={false}
        onBlur={(event) => {
          input.onBlur?.(event);
          if (check.is === 'unfinished') onUnfinished();
        }}
      />
      <Text size="sm" mt={isRecognised ? 4 : 0} aria-live="polite">
        {isRecognised && (
          <>
            <IconCircleCheck
              size={16}
              aria-hidden
              color="var(--mantine-primary-color-filled)"
              style={{ verticalAlign: 'text-bottom', marginInlineEnd: 4 }}
            />
            {t(`recognised.${check.as}`)}
          </>
        )}
      </Text>
    </div>
  );
}
