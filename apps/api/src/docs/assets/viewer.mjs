// Starts the viewer. Nothing it needs comes from another origin, and it sends nothing but the reader's own requests.
const { document: url, server, credential, scalar } = document.getElementById('reference').dataset;
// zod tries to compile code, which the page's policy forbids and the browser would report.
(globalThis.__zod_globalConfig ??= {}).jitless = true;
// Scalar's own colours have too little contrast (WCAG 2.2, 1.4.3).
const ACCESSIBLE = `
  .light-mode { --scalar-color-2: #595959; --scalar-color-3: #666; --scalar-color-green: #00734a; --scalar-color-blue: #0067a8;
    --scalar-color-red: #c00000; --scalar-color-orange: #a34700; --scalar-color-yellow: #806000; --scalar-color-purple: #6b3fc0; }
  .dark-mode { --scalar-color-2: #b3b3b3; --scalar-color-3: #a3a3a3; --scalar-color-red: #ff7a7a; }`;
const { createApiReference } = await import(scalar);
createApiReference('#reference', {
  url: new URL(url, location.href).href,
  // The policy lets requests go to this origin only, under whatever name the reader reached it.
  servers: [{ url: new URL(server, location.href).href.replace(/\/$/, '') }],
  authentication: { preferredSecurityScheme: credential },
  customCss: ACCESSIBLE,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'direct',
  modelsSectionLabel: 'Schemas',
  orderSchemaPropertiesBy: 'preserve',
  showOperationId: true,
});

// Keyboards scroll only what can be focused (WCAG 2.2, 2.1.1).
new MutationObserver(() => {
  for (const block of document.querySelectorAll('.custom-scroll:not([tabindex])')) block.tabIndex = 0;
}).observe(document.getElementById('reference'), { childList: true, subtree: true });
