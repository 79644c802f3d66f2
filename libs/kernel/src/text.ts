/** Whether PostgreSQL can store the text unchanged: it does not allow NUL, and UTF-8 has no unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
