import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { GatewayGuard } from './gateway.guard';

/** A controller of the external API, behind the gateway. */
export const ExternalApi = (path: string) => applyDecorators(Controller(path), UseGuards(GatewayGuard));
