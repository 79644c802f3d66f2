import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ApiKeyGuard } from './api-key.guard';
import { IpLimitGuard } from './ip-limit.guard';
import { JsonBodyGuard } from './json-body.guard';
import { KeyLimitGuard } from './key-limit.guard';
import { KeyRecordGuard } from './key-record.guard';
import { KeyUserGuard } from './key-user.guard';
import { OriginGuard } from './origin.guard';
import { PermissionGuard } from './permission.guard';

/** The checks in their order (rule 1.6). Nest has matched the route, its id included, before. */
const GUARDS = [IpLimitGuard, ApiKeyGuard, OriginGuard, KeyLimitGuard, PermissionGuard, JsonBodyGuard] as const;

/** A controller of the external API, behind its guards. */
export const ExternalApi = (path: string) => applyDecorators(Controller(path), UseGuards(...GUARDS));

/** The same for operations that act for the user behind the key (rule 2.18). */
export const ExternalUserApi = (path: string) =>
  applyDecorators(Controller(path), UseGuards(...GUARDS, KeyRecordGuard, KeyUserGuard));
