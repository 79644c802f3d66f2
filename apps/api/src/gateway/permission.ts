import { SetMetadata } from '@nestjs/common';

export const PERMISSION = 'permission';

/** The permission that a key needs for this operation; operations without one are open to every active key. */
export const RequirePermission = (permission: string) => SetMetadata(PERMISSION, permission);
