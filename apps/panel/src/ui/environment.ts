/** Whether real money moves. The API writes it into the page; a page of `npm run panel:dev` has only the placeholder. */
const isProduction =
  document.querySelector<HTMLMetaElement>('meta[name="service-environment"]')?.content === 'production';

export const isSandbox = !isProduction;

/** In production the session's cookie is only for https: over http no one stays signed in. */
export const needsHttps = isProduction && !window.isSecureContext;
