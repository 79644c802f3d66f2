import type { Middleware } from 'openapi-fetch';

/** The events that count as activity. Mouse movements do not: a bump against the table causes them. */
const ACTIVITY_EVENTS = ['pointerdown', 'click', 'keydown', 'wheel', 'popstate'] as const;

// The user has just opened the page.
let isActive = true;

/** Starts to record activity on the page. */
export function watchActivity(page: EventTarget): void {
  const record = () => {
    isActive = true;
  };
  // Before any component can stop the event.
  for (const event of ACTIVITY_EVENTS) page.addEventListener(event, record, { capture: true, passive: true });
}

/** Whether the user was active since the last call. */
function takeActivity(): boolean {
  const wasActive = isActive;
  isActive = false;
  return wasActive;
}

/** Marks reads without activity before them, so that they do not keep the session alive. Writes always do. */
export const activity: Middleware = {
  onRequest({ request, schemaPath }) {
    const isRead = request.method === 'GET' || schemaPath.endsWith('/estimate');
    if (isRead && !takeActivity()) request.headers.set('X-Session-Activity', 'background');
    return request;
  },
};
