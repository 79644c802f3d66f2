import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, showIn, type Language } from '../i18n';

const NAMES: Readonly<Record<Language, string>> = { es: 'Español', pt: 'Português', en: 'English' };

/** Chooses the language of the panel on this device. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation('ui');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('language')}
      value={i18n.language}
      data={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
      onChange={(event) => void showIn(event.currentTarget.value as Language, true)}
    />
  );
}
