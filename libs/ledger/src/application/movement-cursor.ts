import { ValidationError } from '@app/kernel';

/** A place in a wallet's list of movements: the page continues with what is older than this. */
export interface MovementPosition {
  readonly createdAt: Date;
  readonly version: number;
}

export function encodeCursor({ createdAt, version }: MovementPosition): string {
  return Buffer.from(`${createdAt.getTime()}.${version}`).toString('base64url');
}

/** Throws `ValidationError` naming `cursor`. */
export function decodeCursor(cursor: string): MovementPosition {
  const match = /^(\d{1,13})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const createdAt = new Date(Number(match?.[1]));
  if (!match || Number.isNaN(createdAt.getTime())) throw ValidationError.of('cursor', 'is not a cursor of this list');
  return { createdAt, version: Number(match[2]) };
}
