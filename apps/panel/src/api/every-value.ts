/**
 * The values of a union as a list, in the order given. The compiler rejects a list that lacks a value, so it names every
 * list that needs a value that is new in the API.
 */
export function everyValue<Value extends string>(values: Readonly<Record<Value, true>>): readonly Value[] {
  return Object.keys(values) as Value[];
}
