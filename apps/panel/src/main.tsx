import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { watchActivity } from './api/activity';
import { createQueryClient } from './api/query-client';
import { startTexts } from './i18n';
import { router } from './routes';
import { loadEarly } from './ui/lazy-page';
import { noticeSignedOut } from './session/signed-out';
import { cssVariables, theme } from './theme';
import { focusFirstInvalid } from './ui/first-invalid';
import { keepFocus } from './ui/keep-focus';

/** The nonce with which the page's policy allows style elements. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Read by react-remove-scroll, which locks the page behind a dialog with a style element of its own.
Object.assign(globalThis, { __webpack_nonce__: nonce });

watchActivity(window);
focusFirstInvalid(document);
keepFocus(document);
const queries = createQueryClient(noticeSignedOut);

loadEarly(router.routes, window.location.pathname, '/panel');
void startTexts().then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Notifications />
        <QueryClientProvider client={queries}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);
