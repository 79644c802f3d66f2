import { COLLECTION } from './collection';
import { CONVERSIONS } from './conversions';
import { EVENTS } from './events';
import { PAGING } from './paging';
import { PANEL } from './panel';
import { PANEL_MONEY } from './panel-money';
import { WEBHOOKS } from './webhooks';

/** Every schema that has a name of its own; those of errors are made from the catalogue. */
export const SCHEMAS = { ...COLLECTION, ...CONVERSIONS, ...WEBHOOKS, ...EVENTS, ...PANEL, ...PANEL_MONEY, ...PAGING };

export type SchemaName = keyof typeof SCHEMAS;
