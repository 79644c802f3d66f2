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

/** Six boxes for the digits of a code, which also accept the whole code pasted. */
export function CodeInput({ value, onChange, disabled, isWrong }: CodeInputProps) {
  const { t } = useTranslation('transfers');
  const id = useId();
  const boxes = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // At the start and after a wrong code, the next digit belongs in the first box.
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
          // Without an id, the first render is followed by new boxes, which do not have the focus.
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
