import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../money/amounts';
import { ApiError } from './api-error';

/** Explains an error and says what to do, in the user's language. A code without a text falls back to its status. */
export function useProblemText(): (error: unknown) => string {
  const { t, i18n } = useTranslation(['api', 'ui']);
  return useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) return t('UNKNOWN');
      const keys = [error.code, `status.${error.status}`, 'UNKNOWN'];
      const { retryAfter, missingPermissions } = error;
      return t(keys, {
        ...readable(error.meta, i18n.language),
        ...(retryAfter !== undefined && { context: 'wait', wait: duration(retryAfter, i18n.language) }),
        ...(missingPermissions.length > 0 && {
          context: 'named',
          names: missingPermissions
            .map((name) => t(`ui:permission.${name}`, { defaultValue: name }))
            .join(` ${t('ui:or')} `),
        }),
      });
    },
    [t, i18n],
  );
}

/** The details of an error: amounts with their currency, in the separators of the language. */
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

/** A time to wait in words: seconds up to a minute and a half, then minutes. */
function duration(seconds: number, locale: string): string {
  const [value, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

const AMOUNTS = new Set([
  'available',
  'requested',
  'minimum',
  'amount_after_fees',
  'amount',
  'minimum_usd',
  'amount_usd',
]);
