import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../money/amounts';
import { ApiError } from './api-error';

/** What a failure means and what to do about it, in the user's language. A code without a text falls back to its status. */
export function useProblemText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('api');
  return useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) return t('UNKNOWN');
      const keys = [error.code, `status.${error.status}`, 'UNKNOWN'];
      return t(keys, { ...readable(error.meta, i18n.language) });
    },
    [t, i18n],
  );
}

/** The facts that a code carries: amounts with their currency, in the reader's separators. */
function readable(meta: Readonly<Record<string, unknown>>, locale: string): Record<string, string> {
  const own = typeof meta['currency'] === 'string' ? meta['currency'] : '';
  const shown = (name: string, value: string) => {
    if (!AMOUNTS.has(name)) return value;
    return formatAmount(value, name.endsWith('_usd') ? 'USD' : own, locale);
  };
  return Object.fromEntries(
    Object.entries(meta)
      .filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1]))
      .map(([name, value]) => [name, shown(name, String(value))]),
  );
}

const AMOUNTS = new Set([
  ...['available', 'requested', 'minimum', 'amount_after_fees', 'amount', 'minimum_usd', 'amount_usd'],
]);
