import { encode } from 'uqr';
import { html, type Html } from './html';

/** White frame that a reader needs around the code, in modules. */
const QUIET_ZONE = 4;

/**
 * The code of a text as one SVG path, dark on white in every colour scheme: readers expect it so. `label` is what a
 * screen reader says. Undefined when the text is longer than a QR can hold.
 */
export function qrDrawing(text: string, label: string): Html | undefined {
  const code = encoded(text);
  if (!code) return undefined;
  const { data, size } = code;
  const path = data.map((row, y) => runs(row, y)).join('');
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}

function encoded(text: string): { data: boolean[][]; size: number } | undefined {
  try {
    return encode(text, { ecc: 'M', border: QUIET_ZONE });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** One rectangle for each run of dark modules. */
function runs(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length;) {
    if (!row[x]) {
      x++;
      continue;
    }
    const start = x;
    while (row[x]) x++;
    path += `M${start} ${y}h${x - start}v1H${start}z`;
  }
  return path;
}
