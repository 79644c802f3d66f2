import { useTranslation } from 'react-i18next';

const STYLES: Readonly<Record<'moment' | 'exact' | 'day', Intl.DateTimeFormatOptions>> = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  exact: {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  },
  day: { dateStyle: 'medium', timeZone: 'UTC' },
};

/** A time of the API in the reader's language and time zone; `exact` has its seconds and names the zone, `day` shows a UTC day as the API counts it. */
export function Moment({ at, as = 'moment' }: { at: string; as?: keyof typeof STYLES }) {
  const { i18n } = useTranslation();
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toISOString()}>
      {new Intl.DateTimeFormat(i18n.language, STYLES[as]).format(date)}
    </time>
  );
}
