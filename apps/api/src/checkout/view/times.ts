import { localDate, localTime, type PaymentMethod } from '@app/payment-links';
import type { Texts } from '../texts/texts';
import { html, type Html } from './html';

type Country = PaymentMethod['country'];

const MINUTE_MS = 60_000;

/** A `time` element with the date, the time and the zone. */
export function timeElement(time: Date, country: Country | undefined, { language }: Texts): Html {
  return html`<time datetime="${time.toISOString()}">${localTime(time, country, language)}</time>`;
}

/** A `time` element with the date in long form. */
export function dateElement(time: Date, country: Country | undefined, { language }: Texts): Html {
  return html`<time datetime="${time.toISOString()}">${localDate(time, country, language)}</time>`;
}

/** `23 h 59 min`, `30 min`: the same in every language of the page; at least one minute. */
export function span(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}
