import { lazy, Suspense } from 'react';
import { createBrowserRouter, Outlet } from 'react-router';
import { accountRoutes } from './account/routes';
import { bankAccountRoutes } from './bank-accounts/routes';
import { beneficiaryRoutes } from './beneficiaries/routes';
import { homeRoutes } from './home/routes';
import { linksRoutes } from './links/routes';
import { paymentsRoutes } from './payments/routes';
import { integrateRoutes } from './integrate/routes';
import { keyRoutes } from './keys/routes';
import { outflowRoutes } from './outflows/routes';
import { sessionRoutes } from './session/routes';
import { termsRoutes } from './terms/routes';
import { transferRoutes } from './transfers/routes';
import { teamRoutes } from './team/routes';
import { NotFoundPage } from './ui/not-found.page';
import { LoadingLines } from './ui/page';
import { PageCrash } from './ui/page-crash';
import { walletRoutes } from './wallets/routes';
import { webhookRoutes } from './webhooks/routes';

/** The pages that need no session. */
function SignedOut() {
  return (
    <Suspense fallback={<LoadingLines />}>
      <Outlet />
    </Suspense>
  );
}

const loadSignedIn = () => import('./session/signed-in');
const SignedIn = lazy(loadSignedIn);

/** Every address of the panel. Each feature lists its own pages in its `routes.ts`. */
export const router = createBrowserRouter(
  [
    {
      errorElement: <PageCrash />,
      children: [
        { element: <SignedOut />, children: sessionRoutes },
        {
          element: (
            <Suspense fallback={<LoadingLines />}>
              <SignedIn />
            </Suspense>
          ),
          handle: { load: loadSignedIn },
          children: [
            ...homeRoutes,
            ...linksRoutes,
            ...paymentsRoutes,
            ...walletRoutes,
            ...integrateRoutes,
            ...keyRoutes,
            ...webhookRoutes,
            ...outflowRoutes,
            ...transferRoutes,
            ...termsRoutes,
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
