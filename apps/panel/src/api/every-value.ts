/**
 * The values of a union as a list, in the order given. The compiler rejects a list that lacks one: a value that the API
 * gains is named wherever the panel has to show it.
 */
export function everyValue<Value extends string>(values: Readonly<Record<Value, true>>): readonly Value[] {
  return Object.keys(values) as Value[];
}
