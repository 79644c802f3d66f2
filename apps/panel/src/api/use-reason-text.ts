import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDecimal } from '../money/amounts';
import { rejectedFields } from '../ui/form-errors';
import { reasonOf } from './reasons';

/** Translates a reason of the API. For one without a text, a general sentence quotes the reason. */
export function useReasonText(): (sentence: string) => string {
  const { t, i18n } = useTranslation('api');
  return useCallback(
    (sentence: string) => {
      const reason = reasonOf(sentence);
      if (!reason) return t('reason.other', { sentence });
      const { amount, currency = '', most = '', pays = '', ...facts } = reason.facts;
      return t(`reason.${reason.key}`, {
        ...facts,
        currency,
        most: formatDecimal(most, i18n.language),
        pays: formatDecimal(pays, i18n.language),
        ...(amount !== undefined && { amount: formatAmount(amount, currency, i18n.language) }),
      });
    },
    [t, i18n],
  );
}

/** The fields that the API rejected, each with a sentence in the user's language, ready for `form.setErrors`. */
export function useRejectedFields(): (error: unknown) => Record<string, string> {
  const textOf = useReasonText();
  return useCallback(
    (error: unknown) =>
      Object.fromEntries(Object.entries(rejectedFields(error)).map(([field, sentence]) => [field, textOf(sentence)])),
    [textOf],
  );
}
