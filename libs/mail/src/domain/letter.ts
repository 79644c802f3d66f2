/** A message as text and as HTML with the same content. Every value is escaped. */
export interface Letter {
  readonly text: string;
  readonly html: string;
}

/** Paragraphs, and rows of a name and a value. */
export interface LetterContent {
  readonly language: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly rows?: readonly (readonly [name: string, value: string])[];
  readonly closing?: readonly string[];
}

/** Composes a letter. The HTML uses only inline styles, since mail programs drop everything else. */
export function letter({ language, heading, paragraphs, rows = [], closing = [] }: LetterContent): Letter {
  const table = rows.map(([name, value]) => `${name}: ${oneLine(value)}`);
  const text = [...paragraphs, table.join('\n'), ...closing].filter((part) => part !== '').join('\n\n');
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${escapeHtml(content)}</p>`;
  const row = ([name, value]: readonly [string, string]) =>
    `<tr><td style="padding:4px 16px 4px 0;color:#555;vertical-align:top">${escapeHtml(name)}</td>` +
    `<td style="padding:4px 0">${escapeHtml(oneLine(value))}</td></tr>`;
  const html =
    `<!doctype html><html lang="${escapeHtml(language)}"><body style="margin:0;padding:24px;` +
    `font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#111"><div style="max-width:520px">` +
    `<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(heading)}</h1>${paragraphs.map(paragraph).join('')}` +
    (rows.length > 0
      ? `<table style="border-collapse:collapse;margin:0 0 16px">${rows.map(row).join('')}</table>`
      : '') +
    `${closing.map(paragraph).join('')}</div></body></html>`;
  return { text, html };
}

/** Text escaped for HTML, for use in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Removes line breaks, so that a value from outside stays on its own line. */
function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
