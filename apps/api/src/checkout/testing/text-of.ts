const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#96;': '`',
};

/** The visible text of a page, with spaces collapsed. */
export function textOf(markup: string): string {
  return markup
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, (tag) => (/^<\/?(bdi|span|b|time)\b/.test(tag) ? '' : ' '))
    .replaceAll(/&(?:amp|lt|gt|quot|#39|#96);/g, (entity) => ENTITIES[entity] as string)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
