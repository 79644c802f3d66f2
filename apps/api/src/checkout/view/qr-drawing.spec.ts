import { encode } from 'uqr';
import { qrDrawing } from './qr-drawing';

/** Renders the path's rectangles onto a grid. */
function paint(svg: string): string[] {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    (grid[Number(y)] as string[]).fill('#', Number(x), Number(x) + Number(width));
  }
  return grid.map((row) => row.join(''));
}

describe('qrDrawing', () => {
  const text = '00020101021226580014br.gov.bcb.pix';

  it('draws exactly the modules of the code, within a white border', () => {
    const expected = encode(text, { ecc: 'M', border: 4 }).data.map((row) =>
      row.map((dark) => (dark ? '#' : '.')).join(''),
    );
    const drawn = paint((qrDrawing(text, 'x') ?? '').toString());
    expect(drawn).toEqual(expected);
    expect(drawn.slice(0, 4).join('')).not.toContain('#');
  });

  it('has a label for screen readers', () => {
    expect(qrDrawing(text, 'Code "1"')?.toString()).toContain('role="img" aria-label="Code &quot;1&quot;"');
  });

  it('is undefined for a text that is too long', () => {
    expect(qrDrawing('x'.repeat(3_000), 'x')).toBeUndefined();
  });
});
