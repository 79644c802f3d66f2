/**
 * The clauses that one describe of this folder tests. `section` is its title and `file` its file in this folder. A clause is
 * the beginning of its tests' titles: `rule 9` is tested by `rule 9: …` and by `rule 9a: …`. A clause of a capability
 * that does not exist yet is in `clauses` and also in `toCome`, with the capability's name.
 */
export interface ClauseList {
  readonly section: string;
  readonly file: string;
  readonly clauses: readonly string[];
  readonly toCome?: Readonly<Record<string, string>>;
}

/** The clauses that wait for one capability, in the form of `toCome`. */
export function waitingFor(capability: string, clauses: readonly string[]): Record<string, string> {
  return Object.fromEntries(clauses.map((clause) => [clause, capability]));
}
