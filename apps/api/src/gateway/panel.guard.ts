import { grants, PanelSessions, PermissionDeniedError, UnauthenticatedError } from '@app/accounts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { readJsonBody } from '../http/json-body';
import { PANEL_PERMISSIONS } from './panel-permission';
import { originOf, type PanelRequest } from './panel-request';

/**
 * Everything that a request to the panel API passes before its controller: session, permission, body, in this order.
 * The session is looked up for each request, so that a user who was deleted is out at once.
 */
@Injectable()
export class PanelGuard implements CanActivate {
  constructor(
    private readonly sessions: PanelSessions,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<PanelRequest>();
    await this.authenticate(request);
    this.checkPermission(request, context);
    await readJsonBody(request, http.getResponse<Response>());
    return true;
  }

  private async authenticate(request: PanelRequest): Promise<void> {
    const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw UnauthenticatedError.noSession();
    const user = await this.sessions.authenticate(token);
    request.panelCaller = { user, token, by: { type: 'user', name: user.id, ...originOf(request) } };
  }

  private checkPermission({ panelCaller }: PanelRequest, context: ExecutionContext): void {
    const places = [context.getHandler(), context.getClass()];
    const anyOf = this.reflector.getAllAndOverride<readonly string[] | undefined>(PANEL_PERMISSIONS, places);
    if (!anyOf || anyOf.some((needed) => grants(panelCaller?.user.permissions ?? [], needed))) return;
    throw new PermissionDeniedError(anyOf);
  }
}
