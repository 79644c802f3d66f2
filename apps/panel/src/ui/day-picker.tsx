import '@mantine/dates/styles.css';
import 'dayjs/locale/es';
import 'dayjs/locale/pt-br';
import { DatePickerInput, type DayOfWeek } from '@mantine/dates';
import { useId } from '@mantine/hooks';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { Language } from '../i18n';
import type { DayInputProps } from './day-input';
import { dayText, startOfDay } from './days';

/** What the calendar calls the panel's languages, and the day on which their weeks begin. */
const CALENDARS: Readonly<Record<Language, { locale: string; firstDayOfWeek: DayOfWeek }>> = {
  es: { locale: 'es', firstDayOfWeek: 1 },
  pt: { locale: 'pt-br', firstDayOfWeek: 0 },
  en: { locale: 'en', firstDayOfWeek: 0 },
};

/** A button that shows the day, and opens a calendar to choose another one. `DayInput` loads it. */
export default function DayPicker({ label, value, onChange, ...others }: DayInputProps) {
  const { t, i18n } = useTranslation('ui');
  const id = useId();
  const chosen = startOfDay(value) ? value : null;
  const focused = chosen ?? dayjs().format('YYYY-MM-DD');
  const shown = dayText(value, i18n.language);
  return (
    <DatePickerInput
      {...others}
      {...CALENDARS[i18n.language as Language]}
      // The calendar is labelled by the element that it takes for its target.
      id={id}
      popoverProps={{ id, returnFocus: true }}
      label={label}
      // The label alone would be read out instead of the day.
      aria-label={shown === '' ? label : `${label}: ${shown}`}
      value={chosen}
      onChange={onChange}
      valueFormatter={({ date }) => dayText(typeof date === 'string' ? date : undefined, i18n.language)}
      getDayProps={(day) => (day === focused ? { 'data-autofocus': true } : {})}
      getDayAriaLabel={(day) => dayText(day, i18n.language, 'full')}
      previousLabel={t('calendar.earlier')}
      nextLabel={t('calendar.later')}
      // The red of Mantine's weekends has too little contrast.
      weekendDays={[]}
      // They would be too pale to read.
      hideOutsideDates
      highlightToday
      allowDeselect
      clearable
      // Otherwise the button is out of the keyboard's reach.
      clearButtonProps={{ 'aria-label': t('calendar.clear', { label }), tabIndex: 0 }}
    />
  );
}
