import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { SignedInContext } from '../session/session';

const STYLES: Readonly<Record<'moment' | 'exact' | 'day', Intl.DateTimeFormatOptions>> = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  exact: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  },
  day: { dateStyle: 'medium', timeZone: 'UTC' },
};

/**
 * A time of the API in the language of the panel and the account's time zone, whose days are those of filters and totals.
 * `exact` shows seconds and the zone, `day` shows a day that was chosen in UTC.
 */
export function Moment({ at, as = 'moment' }: { at: string; as?: keyof typeof STYLES }) {
  const { i18n } = useTranslation();
  const timeZone = useContext(SignedInContext)?.account.time_zone;
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toISOString()}>
      {new Intl.DateTimeFormat(i18n.language, { timeZone, ...STYLES[as] }).format(date)}
    </time>
  );
}
