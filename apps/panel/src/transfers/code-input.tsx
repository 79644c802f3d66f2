import { Box, Input, PinInput } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
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
    <Input.Wrapper
      label={t('code.label')}
      description={t('code.hint')}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
    >
      <Box ref={boxes} mt="xs">
        <PinInput
          // Without an id, the boxes are made anew after the first render, and lose the focus.
          id={id}
          size="lg"
          length={LENGTH}
          type="number"
          oneTimeCode
          value={value}
          onChange={onChange}
          disabled={disabled}
          error={isWrong}
          aria-labelledby={`${id}-label`}
          getInputProps={(index) => ({ 'aria-label': t('code.digit', { number: index + 1, of: LENGTH }) })}
        />
      </Box>
    </Input.Wrapper>
  );
}
CodeInput.LENGTH = LENGTH;
