/** Whether PostgreSQL can store the text unchanged: it allows no NUL, and UTF-8 no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
