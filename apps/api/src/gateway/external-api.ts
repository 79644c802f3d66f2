import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ApiKeyGuard } from './api-key.guard';
import { IpLimitGuard } from './ip-limit.guard';
import { JsonBodyGuard } from './json-body.guard';
import { KeyLimitGuard } from './key-limit.guard';
import { OriginGuard } from './origin.guard';
import { PermissionGuard } from './permission.guard';

/**
 * A controller of the external API. The order of the guards is the order of checks that the specification demands
 * (Authentication 10); the route has been matched before, id included.
 */
export const ExternalApi = (path: string) =>
  applyDecorators(
    Controller(path),
    UseGuards(IpLimitGuard, ApiKeyGuard, OriginGuard, KeyLimitGuard, PermissionGuard, JsonBodyGuard),
  );
