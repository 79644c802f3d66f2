import type { Tx } from '@app/kernel';
import type { RouteKey, StoredRoute } from '../domain/route';

export abstract class RoutesRepository {
  /** The stored route, removed or not. */
  abstract find(key: RouteKey): Promise<StoredRoute | undefined>;
  /** All stored routes, removed ones too, ordered by origin, country and currency. */
  abstract list(): Promise<StoredRoute[]>;
  /** Stores the route in place of the one with its key. */
  abstract put(tx: Tx, route: StoredRoute): Promise<void>;
}
