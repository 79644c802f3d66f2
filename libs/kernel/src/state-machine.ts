/** All transitions of a state machine: the new status for each event and status. An absent status rejects the event. */
export type Transitions<Event extends string, Status extends string> = Readonly<
  Record<Event, Readonly<Partial<Record<Status, Status>>>>
>;

/** An entity before and after one or more transitions. It is only written if it still has the old status. */
export interface Move<T> {
  readonly from: T;
  readonly to: T;
}

/** The entity after the event, or undefined if its status rejects the event. Nothing else changes a status. */
export function move<T extends { status: Status }, Event extends string, Status extends string>(
  transitions: Transitions<Event, Status>,
  entity: T,
  event: Event,
): T | undefined {
  const status = transitions[event][entity.status];
  return status === undefined ? undefined : { ...entity, status };
}

/** The statuses that accept the event, for statements that change many rows at once. */
export function sourcesOf<Event extends string, Status extends string>(
  transitions: Transitions<Event, Status>,
  event: Event,
): Status[] {
  return Object.keys(transitions[event]) as Status[];
}

/** The only status that accepts the event. Throws `RangeError` unless there is exactly one. */
export function sourceOf<Event extends string, Status extends string>(
  transitions: Transitions<Event, Status>,
  event: Event,
): Status {
  return only(sourcesOf(transitions, event), event);
}

/** The only status that the event leads to. Throws `RangeError` unless there is exactly one. */
export function targetOf<Event extends string, Status extends string>(
  transitions: Transitions<Event, Status>,
  event: Event,
): Status {
  return only(Object.values<Status>(transitions[event] as Record<string, Status>), event);
}

function only<Status extends string>(statuses: readonly Status[], event: string): Status {
  const [status, ...others] = new Set(statuses);
  if (status === undefined || others.length > 0) throw new RangeError(`${event} does not determine one status`);
  return status;
}
