import { lazy, type ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { PageCrash } from './page-crash';

type Load = () => Promise<{ default: ComponentType }>;

/**
 * A route whose page is loaded at the first visit. The page is the default export of its file. React loads it, because
 * the router shows an empty page when its own `lazy` fails.
 */
export function page(path: string, load: Load): RouteObject {
  return { path, Component: lazy(load), handle: { load }, errorElement: <PageCrash /> };
}

/** Loads what the address will show, so that it need not wait for what is shown around it. */
export function loadEarly(routes: RouteObject[], pathname: string, basename: string): void {
  for (const { route } of matchRoutes(routes, pathname, basename) ?? []) {
    // React reports the failure when it shows the page.
    (route.handle as { load?: Load } | undefined)?.load?.().catch(() => undefined);
  }
}
