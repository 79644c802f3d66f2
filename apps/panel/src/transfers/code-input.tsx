import { Box, Input, PinInput } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

const LENGTH = 6;

interface CodeInputProps {
  value: string;
  onChange: (code: string) => void;
  disabled: boolean;
  isWrong: boolean;
}

/** Six boxes for the digits of a code, which also take it pasted as a whole. */
export function CodeInput({ value, onChange, disabled, isWrong }: CodeInputProps) {
  const { t } = useTranslation('transfers');
  const id = useId();
  const boxes = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After a wrong code, and for the first one, the next digit belongs into the first box.
    if (value === '' && !disabled) boxes.current?.querySelector('input')?.focus();
  }, [value, disabled]);
  return (
    <Input.Wrapper label={t('code.label')} description={t('code.hint')} labelElement="div" id={id}>
      <Box ref={boxes} mt="xs">
        <PinInput
          size="lg"
          length={LENGTH}
          type="number"
          inputMode="numeric"
          oneTimeCode
          value={value}
          onChange={onChange}
          disabled={disabled}
          error={isWrong}
          ariaLabel={t('code.label')}
        />
      </Box>
    </Input.Wrapper>
  );
}
CodeInput.LENGTH = LENGTH;
