/** The languages of the payer's page and of the mail that follows from it. */
export const PAYER_LANGUAGES = ['en', 'es', 'pt'] as const;

export type PayerLanguage = (typeof PAYER_LANGUAGES)[number];

/** The BCP 47 tag of the page and of its dates. */
export const PAYER_LOCALES: Readonly<Record<PayerLanguage, string>> = { en: 'en-GB', es: 'es-419', pt: 'pt-BR' };
