import type { StatusResponse } from '@app/rails';

/** One of the questions of which a status inquiry consists: the others are answered although it fails. Rule 6.15. */
export async function partOf(ask: () => Promise<StatusResponse>): Promise<StatusResponse> {
  try {
    return await ask();
  } catch (error) {
    return { facts: [], isDecided: false, problem: toError(error) };
  }
}

/** The response that the parts amount to: it is decided when all of them are, and sparse when only sparse ones are not. */
export function together(parts: readonly StatusResponse[]): StatusResponse {
  const open = parts.filter(({ isDecided }) => !isDecided);
  return {
    facts: parts.flatMap(({ facts }) => facts),
    isDecided: open.length === 0,
    ...(open.length > 0 && open.every(({ isSparse }) => isSparse) && { isSparse: true }),
    ...problemOf(parts),
  };
}

function problemOf(parts: readonly StatusResponse[]): Pick<StatusResponse, 'problem'> {
  const problem = parts.map((part) => part.problem).find((each) => each !== undefined);
  return problem === undefined ? {} : { problem };
}

export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
