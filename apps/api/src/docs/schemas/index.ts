import { PANEL } from './panel';
import { PANEL_MONEY } from './panel-money';

/** Schemas of the panel API that are not DTOs yet. */
export const SCHEMAS = { ...PANEL, ...PANEL_MONEY };
