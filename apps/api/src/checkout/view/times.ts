import type { PaymentMethod } from '@app/payment-links';
import type { Texts } from '../texts/texts';
import { html, type Html } from './html';

type Country = PaymentMethod['country'];

/** Times are shown in the zone of the payment method's country, or of its capital if there are several. */
const ZONES: Readonly<Record<Country, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  BO: 'America/La_Paz',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  MX: 'America/Mexico_City',
  US: 'America/New_York',
};

const MINUTE_MS = 60_000;

/** A `time` element with the date, the time and the zone. */
export function timeElement(time: Date, country: Country | undefined, { locale }: Texts): Html {
  const format = new Intl.DateTimeFormat(locale, {
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
  return html`<time datetime="${time.toISOString()}">${format.format(time)}</time>`;
}

/** A `time` element with the date in long form. */
export function dateElement(time: Date, country: Country | undefined, { locale }: Texts): Html {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zoneOf(country) });
  return html`<time datetime="${time.toISOString()}">${format.format(time)}</time>`;
}

/** UTC for an order whose method is no longer offered. */
function zoneOf(country: Country | undefined): string {
  return country ? ZONES[country] : 'UTC';
}

/** `23 h 59 min`, `30 min`: the same in every language of the page; at least one minute. */
export function span(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}
