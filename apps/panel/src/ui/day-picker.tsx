import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/pt-br';
import { DateInput, type DayOfWeek } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import type { Language } from '../i18n';
import type { DayInputProps } from './day-input-props';
import { dayText, startOfDay, TYPED_DAYS, typedDay } from './days';

/** The calendar's names of the panel's languages, and the first day of their weeks. */
const CALENDARS: Readonly<Record<Language, { locale: string; firstDayOfWeek: DayOfWeek }>> = {
  es: { locale: 'es', firstDayOfWeek: 1 },
  pt: { locale: 'pt-br', firstDayOfWeek: 0 },
  en: { locale: 'en', firstDayOfWeek: 0 },
};

/** A field to type a day, or to choose it from a calendar. `DayInput` loads it. */
export default function DayPicker({ label, value, onChange, ...others }: DayInputProps) {
  const { t, i18n } = useTranslation('ui');
  return (
    <DateInput
      {...others}
      {...CALENDARS[i18n.language as Language]}
      label={label}
      placeholder={t('calendar.form')}
      value={startOfDay(value) ? value : null}
      onChange={onChange}
      valueFormat={TYPED_DAYS[i18n.language]}
      dateParser={(text) => typedDay(text, i18n.language) ?? null}
      getDayAriaLabel={(day) => dayText(day, i18n.language, 'full')}
      previousLabel={t('calendar.earlier')}
      nextLabel={t('calendar.later')}
      // In a portal at the end of the document, the calendar would be outside every landmark of the page.
      popoverProps={{ withinPortal: false }}
      // The red of Mantine's weekends has too little contrast.
      weekendDays={[]}
      // Their text has too little contrast.
      hideOutsideDates
      highlightToday
      clearable
      // Otherwise the keyboard cannot reach the button.
      clearButtonProps={{ 'aria-label': t('calendar.clear', { label }), tabIndex: 0 }}
    />
  );
}
