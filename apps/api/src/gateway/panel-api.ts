import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { PanelGuard } from './panel.guard';

export const PANEL_PREFIX = 'api/v1/clients';

/** A controller of the panel API, for users who are signed in. */
export const PanelApi = (path: string) => applyDecorators(Controller(`${PANEL_PREFIX}/${path}`), UseGuards(PanelGuard));
