/** Whether real money moves. The API writes the environment into the page; `npm run panel:dev` serves a placeholder. */
const isProduction =
  document.querySelector<HTMLMetaElement>('meta[name="service-environment"]')?.content === 'production';

export const isSandbox = !isProduction;

/** In production, browsers send the session's cookie only over https: over http no user stays signed in. */
export const needsHttps = isProduction && !window.isSecureContext;
