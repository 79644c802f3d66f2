/** The path prefix of the panel API. */
export const PANEL_PREFIX = 'api/v1/clients';
