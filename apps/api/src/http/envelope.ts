/** The ordinary envelope of a success. */
export interface Success<T> {
  success: true;
  message: string;
  data: T;
}

export function success<T>(message: string, data: T): Success<T> {
  return { success: true, message, data };
}
