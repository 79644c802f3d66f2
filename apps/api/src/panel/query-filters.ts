import { Complaints, isStorable, isUuid } from '@app/kernel';
import { readPeriod, type Period } from './period';

type Query = Readonly<Record<string, unknown>>;

const MAX_TEXT = 255;

/** Reads a list's filters, each undefined where the query lacks it. */
class QueryFilters {
  readonly complaints = new Complaints();

  constructor(private readonly query: Query) {}

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.query[name];
    const found = values.find((value) => value === text);
    return this.accept(name, found, `The ${name} must be one of ${values.join(', ')}.`);
  }

  /** In lower case, as ids are written. */
  id(name: string): string | undefined {
    const text = this.query[name];
    const id = typeof text === 'string' && isUuid(text) ? text.toLowerCase() : undefined;
    return this.accept(name, id, `The ${name} must be a UUID.`);
  }

  text(name: string): string | undefined {
    const text = this.query[name];
    const fits = typeof text === 'string' && text !== '' && [...text].length <= MAX_TEXT && isStorable(text);
    return this.accept(name, fits ? text : undefined, `The ${name} must be text of 1 to ${MAX_TEXT} characters.`);
  }

  period(): Period {
    return readPeriod(this.query, this.complaints);
  }

  private accept<T>(name: string, value: T | undefined, complaint: string): T | undefined {
    if (value === undefined && this.query[name] !== undefined) this.complaints.add(name, complaint);
    return value;
  }
}

/** What `read` makes of the query. Throws `ValidationError` that names every filter that cannot be used. */
export function readFilters<T>(query: Query, read: (filters: QueryFilters) => T): T {
  const filters = new QueryFilters(query);
  const found = read(filters);
  filters.complaints.throwIfAny();
  return found;
}
