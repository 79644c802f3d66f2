import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Where `npm run panel:dev` finds a running API. */
const API = process.env['PANEL_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: path('.'),
  base: '/panel/',
  plugins: [react()],
  resolve: {
    alias: {
      '@app/banking': path('../../libs/banking/src/index.ts'),
      '@app/banks': path('../../libs/banking/src/banks/index.ts'),
      '@app/currencies': path('../../libs/kernel/src/currency.ts'),
    },
  },
  // The API replaces the placeholder with a nonce for each response. Mantine writes style elements, which need it.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: path('../../dist/apps/panel'),
    emptyOutDir: true,
    reportCompressedSize: false,
    target: 'es2022',
    // The policy of the page forbids fonts and images in data addresses of styles.
    assetsInlineLimit: 0,
  },
  server: {
    // The proxy changes the host, so that the API sees requests of its own origin.
    proxy: Object.fromEntries(
      ['/api', '/sandbox', '/checkout', '/docs'].map((prefix) => [prefix, { target: API, changeOrigin: true }]),
    ),
  },
});
