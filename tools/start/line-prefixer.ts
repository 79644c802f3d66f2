/** Puts a prefix before each line of a stream of text that arrives in arbitrary chunks; an incomplete line is held back. */
export class LinePrefixer {
  private rest = '';

  constructor(private readonly prefix: string) {}

  /** The lines that `piece` completed, prefixed; empty when there are none. */
  push(piece: string): string {
    const text = this.rest + piece;
    const end = text.lastIndexOf('\n') + 1;
    this.rest = text.slice(end);
    return this.prefixed(text.slice(0, end));
  }

  /** The incomplete rest when the stream has ended, as a line. */
  end(): string {
    const last = this.rest === '' ? '' : `${this.rest}\n`;
    this.rest = '';
    return this.prefixed(last);
  }

  private prefixed(lines: string): string {
    return lines === '' ? '' : this.prefix + lines.slice(0, -1).replaceAll('\n', `\n${this.prefix}`) + '\n';
  }
}
