import { Suspense } from 'react';
import { createBrowserRouter } from 'react-router';
import { accountRoutes } from './account/routes';
import { bankAccountRoutes } from './bank-accounts/routes';
import { beneficiaryRoutes } from './beneficiaries/routes';
import { homeRoutes } from './home/routes';
import { RequireSession } from './session/require-session';
import { sessionRoutes } from './session/routes';
import { teamRoutes } from './team/routes';
import { NotFoundPage } from './ui/not-found.page';
import { LoadingLines } from './ui/page';
import { PageCrash } from './ui/page-crash';
import { Shell } from './ui/shell';

/** Every address of the panel. Each feature lists its own pages in its `routes.ts`. */
export const router = createBrowserRouter(
  [
    {
      errorElement: <PageCrash />,
      HydrateFallback: LoadingLines,
      children: [
        ...sessionRoutes,
        {
          element: (
            <Suspense fallback={<LoadingLines />}>
              <RequireSession>
                <Shell />
              </RequireSession>
            </Suspense>
          ),
          children: [
            ...homeRoutes,
            ...beneficiaryRoutes,
            ...bankAccountRoutes,
            ...teamRoutes,
            ...accountRoutes,
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
  ],
  { basename: '/panel' },
);
