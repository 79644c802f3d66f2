import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from './day-input';
import type { DayInputProps } from './day-input-props';
import type { State } from './status';

const TYPING_PAUSE_MS = 400;

/** A filter with a few values; empty means all. */
export function ChoiceFilter({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
}) {
  const { t } = useTranslation('ui');
  return (
    <Select
      label={label}
      placeholder={t('all')}
      data={[...choices]}
      value={value ?? null}
      onChange={onChange}
      clearable
      w={{ base: '100%', xs: 180 }}
    />
  );
}

/** Some of what `useListParams` returns. */
interface Params<Name extends string> {
  filters: Partial<Record<Name, string>>;
  setFilter: (name: Name, value: string | null) => void;
}

/** The filter `status` of a list, with the names that `Status` shows. */
export function StatusFilter({ filters, setFilter, statuses }: Params<'status'> & { statuses: readonly State[] }) {
  const { t } = useTranslation('ui');
  return (
    <ChoiceFilter
      label={t('filter.status')}
      value={filters.status}
      choices={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      onChange={(value) => setFilter('status', value)}
    />
  );
}

/** The filters `start_date` and `end_date` of a list: days in the time zone of the account, both included. */
export function PeriodFilter({ filters, setFilter }: Params<'start_date' | 'end_date'>) {
  const { t } = useTranslation('ui');
  return (
    <>
      <DayFilter label={t('filter.from')} value={filters.start_date} onChange={(day) => setFilter('start_date', day)} />
      <DayFilter label={t('filter.to')} value={filters.end_date} onChange={(day) => setFilter('end_date', day)} />
    </>
  );
}

function DayFilter(props: Pick<DayInputProps, 'label' | 'value' | 'onChange'>) {
  return <DayInput {...props} w={{ base: '100%', xs: 190 }} />;
}

/** A search that waits for a pause in the typing. */
export function SearchFilter({
  label,
  description,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  description?: string;
  placeholder?: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
}) {
  const [text, setText] = useState(value ?? '');
  const [searched, setSearched] = useState(value);
  const search = useDebouncedCallback((typed: string) => onChange(typed.trim() || null), TYPING_PAUSE_MS);
  // Only clearing the filters changes the text. Any other new value was typed here, and the user may have typed more since.
  if (value !== searched) {
    setSearched(value);
    if (value === undefined) setText('');
  }
  return (
    <TextInput
      type="search"
      label={label}
      description={description}
      placeholder={placeholder}
      inputWrapperOrder={['label', 'input', 'description']}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      w={{ base: '100%', xs: 260 }}
    />
  );
}

/** The row of filters above a list, with a way to clear them. */
export function Filters({ children, onClear }: { children: React.ReactNode; onClear?: (() => void) | undefined }) {
  const { t } = useTranslation('ui');
  return (
    <Group gap="sm" align="flex-end" role="search">
      {children}
      {onClear && (
        <Button variant="subtle" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      )}
    </Group>
  );
}
