import { lazy, type ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { PageCrash } from './page-crash';

/**
 * A route whose page is loaded at the first visit. The page is the default export of its file. React loads it, because
 * the router shows an empty page when its own `lazy` fails.
 */
export function page(path: string, load: () => Promise<{ default: ComponentType }>): RouteObject {
  return { path, Component: lazy(load), errorElement: <PageCrash /> };
}
