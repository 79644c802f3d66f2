import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { FreshSessionGuard } from './fresh-session.guard';
import { JsonBodyGuard } from './json-body.guard';
import { PanelLimitGuard } from './panel-limit.guard';
import { PanelPermissionGuard } from './panel-permission.guard';
import { PANEL_PREFIX } from './panel-prefix';
import { PanelSessionGuard } from './panel-session.guard';

const GUARDS = [PanelSessionGuard, PanelLimitGuard, PanelPermissionGuard, FreshSessionGuard, JsonBodyGuard] as const;

/** Lets signed-in users in: session, limit, permission, fresh session, body, in this order. */
export const SignedIn = () => UseGuards(...GUARDS);

/** A controller of the panel API, for users who are signed in. */
export const PanelApi = (path: string) => applyDecorators(Controller(`${PANEL_PREFIX}/${path}`), SignedIn());
