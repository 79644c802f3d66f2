/**
 * What one describe of this folder proves. `section` is its title and `file` the name of its file here. A clause is what
 * the titles of its tests begin with: `rule 9` is proved by `rule 9: …` and by `rule 9a: …`. What waits for a capability
 * that is not built yet stands in `clauses` as well, and in `toCome` with the capability's name.
 */
export interface ClauseList {
  readonly section: string;
  readonly file: string;
  readonly clauses: readonly string[];
  readonly toCome?: Readonly<Record<string, string>>;
}

/** Clauses that wait for one capability, as `toCome` takes them. */
export function waitingFor(capability: string, clauses: readonly string[]): Record<string, string> {
  return Object.fromEntries(clauses.map((clause) => [clause, capability]));
}
