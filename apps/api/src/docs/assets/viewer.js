// Starts the viewer. Nothing it needs comes from another origin, and it sends nothing but the reader's own requests.
const { document: url, server, credential, scalar } = document.getElementById('reference').dataset;
// zod tries to compile code, which the page's policy forbids and the browser would report.
(globalThis.__zod_globalConfig ??= {}).jitless = true;
const { createApiReference } = await import(scalar);
createApiReference('#reference', {
  url: new URL(url, location.href).href,
  // The policy lets requests go to this origin only, under whatever name the reader reached it.
  servers: [{ url: new URL(server, location.href).href.replace(/\/$/, '') }],
  authentication: { preferredSecurityScheme: credential },
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
