import { html, type Html } from './html';

export type IconName = 'bank' | 'qr' | 'page' | 'check' | 'clock' | 'cross' | 'back';

/** Paths on a 24 × 24 grid, in the colour of the text. They are decorative: the text says the same. */
const PATHS: Readonly<Record<IconName, string>> = {
  bank: 'M4 10h16L12 4zM6 10v7M10 10v7M14 10v7M18 10v7M4 20h16',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM20 14h0M14 20h0',
  page: 'M14 4h6v6M20 4l-8 8M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0z',
  cross: 'M7 7l10 10M17 7L7 17',
  back: 'M10 6l-5 5l5 5M5 11h9a5 5 0 0 1 5 5v2',
};

/** An icon that screen readers skip. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${PATHS[name]}"/></svg>`;
}
