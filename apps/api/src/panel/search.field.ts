import { TextField } from '../http/fields';

/** The optional search of a list of links or of what was paid for them. */
export function SearchField(): PropertyDecorator {
  return TextField(
    'Words of the description and the reference in any order, each from its beginning, whatever case and accents; or an ' +
      'id, or at least its first eight digits. Of more than ten words the ten longest count.',
    { optional: true, minLength: 1, maxLength: 255, allowsBlank: true, example: 'order 1001' },
  );
}
