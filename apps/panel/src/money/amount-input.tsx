import { Button, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from './amounts';
import { amountText, parseAmount, type AmountProblem } from './typed-amount';

interface AmountInputProps extends Pick<TextInputProps, 'label' | 'error' | 'placeholder' | 'required'> {
  description?: TextInputProps['description'];
  /** The typed text. */
  value: string;
  /** The currency of the amount; empty until one is chosen. */
  currency: string;
  onChange: (text: string) => void;
}

/**
 * A field for an amount. When the user leaves the field, it shows the amount as the panel reads it, so that its magnitude
 * is clear; for an ambiguous amount it offers each reading on a button.
 */
export function AmountInput({ value, currency, onChange, error, description, ...field }: AmountInputProps) {
  const { t, i18n } = useTranslation('ui');
  const describe = useAmountProblemText();
  /** The text at the time when the user last left the field. */
  const [left, setLeft] = useState('');
  const changedTo = useRewrittenAmount(value, currency, onChange);
  const result = parseAmount(value, currency, i18n.language);
  const problem = 'problem' in result ? result.problem : undefined;
  const isShown = problem !== undefined && problem !== 'required' && left === value;
  const isAmbiguous = problem === 'ambiguous' && (isShown || !!error);

  const leave = () => {
    if ('value' in result) onChange(amountText(result.value, currency, i18n.language));
    setLeft(value);
  };
  return (
    <Stack gap={6}>
      <TextInput
        {...field}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={currency === '' ? undefined : leave}
        description={changedTo === undefined ? description : t('amount.now', { currency: changedTo })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={problem !== undefined && (isShown || isAmbiguous) ? describe(problem, currency) : error}
        inputMode="decimal"
        autoComplete="off"
        rightSection={
          <Text size="sm" c="dimmed" aria-hidden>
            {currency}
          </Text>
        }
        rightSectionWidth={56}
      />
      {isAmbiguous && 'readings' in result && (
        <Group gap="xs" role="group" aria-label={t('amount.choices')}>
          {result.readings?.map((reading) => (
            <Button
              key={reading}
              size="xs"
              variant="default"
              onClick={() => onChange(amountText(reading, currency, i18n.language))}
            >
              {formatAmount(reading, currency, i18n.language)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

/**
 * Rewrites the amount when its currency changes, with the separators and digits of the new one. Returns that currency
 * until the user edits the amount, because the same number is now another amount.
 */
function useRewrittenAmount(value: string, currency: string, onChange: (text: string) => void): string | undefined {
  const { i18n } = useTranslation();
  const before = useRef(currency);
  const [rewritten, setRewritten] = useState<{ text: string; currency: string }>();
  useEffect(() => {
    const result = parseAmount(value, before.current, i18n.language);
    const isChanged = before.current !== currency;
    before.current = currency;
    if (!isChanged || 'problem' in result) return;
    const text = amountText(result.value, currency, i18n.language);
    setRewritten({ text, currency });
    onChange(text);
  }, [value, currency, onChange, i18n.language]);
  return rewritten?.text === value && rewritten.currency === currency ? currency : undefined;
}

/** Explains the problem of an amount and how to correct it. */
export function useAmountProblemText(): (problem: AmountProblem, currency: string) => string {
  const { t, i18n } = useTranslation('ui');
  return (problem, currency) =>
    t(`amount.${problem}`, { currency, example: amountText('1500', currency, i18n.language) });
}
