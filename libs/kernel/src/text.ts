/** Whether PostgreSQL can store the text as it is: it has no place for NUL, and UTF-8 none for half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
