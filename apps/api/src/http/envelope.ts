/** The ordinary envelope of a success. */
export interface Success<T> {
  success: true;
  message: string;
  data: T;
}

/** An answer of success. `message` is for people; programs read `data`. */
export function success<T>(message: string, data: T): Success<T> {
  return { success: true, message, data };
}
