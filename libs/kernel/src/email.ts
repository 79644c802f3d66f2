export const MAX_EMAIL = 254;

const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
const EMAIL = new RegExp(`^[a-z\\d.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`, 'i');

/** Whether mail can be sent to the text: one address in ASCII, without a name or quotation marks. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}
