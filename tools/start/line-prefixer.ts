/** Puts a prefix before each line of a stream of text that comes in arbitrary pieces; an unfinished line waits. */
export class LinePrefixer {
  private rest = '';

  constructor(private readonly prefix: string) {}

  /** The whole lines that `piece` completed, prefixed; empty when there is none. */
  push(piece: string): string {
    const text = this.rest + piece;
    const end = text.lastIndexOf('\n') + 1;
    this.rest = text.slice(end);
    return this.prefixed(text.slice(0, end));
  }

  /** What is left when the stream has ended, as a line. */
  end(): string {
    const last = this.rest === '' ? '' : `${this.rest}\n`;
    this.rest = '';
    return this.prefixed(last);
  }

  private prefixed(lines: string): string {
    return lines === '' ? '' : this.prefix + lines.slice(0, -1).replaceAll('\n', `\n${this.prefix}`) + '\n';
  }
}
