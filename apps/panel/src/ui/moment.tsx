import { useTranslation } from 'react-i18next';

const STYLES: Readonly<Record<'moment' | 'day', Intl.DateTimeFormatOptions>> = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium', timeZone: 'UTC' },
};

/** A time of the API in the reader's language and time zone; `day` shows a UTC day as the API counts it. */
export function Moment({ at, as = 'moment' }: { at: string; as?: keyof typeof STYLES }) {
  const { i18n } = useTranslation();
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toISOString()}>
      {new Intl.DateTimeFormat(i18n.language, STYLES[as]).format(date)}
    </time>
  );
}
