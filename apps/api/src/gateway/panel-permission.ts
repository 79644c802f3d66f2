import type { PanelPermission } from '@app/accounts';
import { SetMetadata } from '@nestjs/common';

export const PANEL_PERMISSIONS = 'panel-permissions';

/**
 * The permission that a user needs for this operation, or for all of a controller's; of several, one will do. Operations
 * without one are open to every user of the account.
 */
export const RequirePanelPermission = (...anyOf: PanelPermission[]) => SetMetadata(PANEL_PERMISSIONS, anyOf);
