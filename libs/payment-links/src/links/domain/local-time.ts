import type { MethodCountry } from './payment-method';
import { PAYER_LOCALES, type PayerLanguage } from './payer-language';

/** Times are written in the zone of the payment method's country, or of its capital if there are several. */
const ZONES: Readonly<Record<MethodCountry, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  BO: 'America/La_Paz',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  MX: 'America/Mexico_City',
  US: 'America/New_York',
};

/** The date, the time and the zone. */
export function localTime(time: Date, country: MethodCountry | undefined, language: PayerLanguage): string {
  const format = new Intl.DateTimeFormat(PAYER_LOCALES[language], {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    timeZone: zoneOf(country),
  });
  return format.format(time);
}

/** The date in long form. */
export function localDate(time: Date, country: MethodCountry | undefined, language: PayerLanguage): string {
  return new Intl.DateTimeFormat(PAYER_LOCALES[language], { dateStyle: 'long', timeZone: zoneOf(country) }).format(
    time,
  );
}

/** UTC for an order whose method is no longer offered. */
function zoneOf(country: MethodCountry | undefined): string {
  return country ? ZONES[country] : 'UTC';
}
