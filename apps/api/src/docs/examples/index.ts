import { PANEL_EXAMPLES } from './panel';
import { PANEL_MONEY_EXAMPLES } from './panel-money';

export const EXAMPLES: Readonly<Record<string, unknown>> = { ...PANEL_EXAMPLES, ...PANEL_MONEY_EXAMPLES };
