import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { PageCrash } from './page-crash';

/** A route whose page is loaded with the first visit. The page is the default export of its file. */
export function page(path: string, load: () => Promise<{ default: ComponentType }>): RouteObject {
  return { path, lazy: async () => ({ Component: (await load()).default }), errorElement: <PageCrash /> };
}
