/** Under which the panel API is. */
export const PANEL_PREFIX = 'api/v1/clients';
