import { decodeCursor, encodeCursor } from '@app/kernel';

/** A place in a wallet's list of movements: the page continues with what is older than this. */
export interface MovementPosition {
  readonly createdAt: Date;
  readonly version: number;
}

export function cursorAt({ createdAt, version }: MovementPosition): string {
  return encodeCursor(String(createdAt.getTime()), String(version));
}

/** Throws `ValidationError` naming `cursor`. */
export function positionAt(cursor: string): MovementPosition {
  return decodeCursor(cursor, (time = '', version = '', ...more) => {
    const isOurs = /^\d{1,13}$/.test(time) && /^\d{1,15}$/.test(version) && more.length === 0;
    const createdAt = new Date(Number(time));
    return isOurs && !Number.isNaN(createdAt.getTime()) ? { createdAt, version: Number(version) } : undefined;
  });
}
