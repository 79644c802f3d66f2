import { decodeCursor, encodeCursor } from '@app/kernel';

/** A position in a wallet's list of movements: the next page starts with the movement before this one. */
export interface MovementPosition {
  readonly createdAt: Date;
  readonly version: number;
}

export function cursorAt({ createdAt, version }: MovementPosition): string {
  return encodeCursor(String(createdAt.getTime()), String(version));
}

/** Throws a `ValidationError` that names `cursor` when the text is not a cursor of this list. */
export function positionAt(cursor: string): MovementPosition {
  return decodeCursor(cursor, (time = '', version = '', ...rest) => {
    const isWellFormed = /^\d{1,13}$/.test(time) && /^\d{1,15}$/.test(version) && rest.length === 0;
    const createdAt = new Date(Number(time));
    return isWellFormed && !Number.isNaN(createdAt.getTime()) ? { createdAt, version: Number(version) } : undefined;
  });
}
