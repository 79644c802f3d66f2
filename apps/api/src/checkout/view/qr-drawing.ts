import { encode } from 'uqr';
import { html, type Html } from './html';

/** The width, in modules, of the white border that scanners need. */
const QUIET_ZONE = 4;

/**
 * The QR code of a text as one SVG path, dark on white in every colour scheme, as scanners expect. `label` is for
 * screen readers. Undefined when the text is too long for a QR code.
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

/** One rectangle per run of dark modules. */
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
