import type { Middleware } from 'openapi-fetch';

/** What people do at a page. Moving the mouse is not among it: a table that is bumped moves it. */
const SIGNS = ['pointerdown', 'click', 'keydown', 'wheel', 'popstate'] as const;

// The page was opened by someone.
let acted = true;

/** Notices from now on that the user does something at the page. */
export function watchActivity(page: EventTarget): void {
  const notice = () => {
    acted = true;
  };
  // Before any component can stop the event.
  for (const sign of SIGNS) page.addEventListener(sign, notice, { capture: true, passive: true });
}

/** Whether the user did something since this was asked last. */
function takeActivity(): boolean {
  const had = acted;
  acted = false;
  return had;
}

/** Marks the reads that happen without the user's doing, so that they do not keep the session alive. Writes always do. */
export const activity: Middleware = {
  onRequest({ request, schemaPath }) {
    const isRead = request.method === 'GET' || schemaPath.endsWith('/estimate');
    if (isRead && !takeActivity()) request.headers.set('X-Session-Activity', 'background');
    return request;
  },
};
