import type { Config } from '@app/platform';
import type { Response } from 'express';
import { basePathOf } from '../http/base-path';
import type { Api } from './operations';
import type { ViewerFiles } from './viewer-files';
import { VIEWER_POLICY, viewerPage } from './viewer-page';

/** Documents change with a release; a browser or a proxy may keep them for a minute. */
const FOR_A_MINUTE = { 'Cache-Control': 'public, max-age=60' };

/** Responds with an OpenAPI document, which is UTF-8. */
export function sendDocument(response: Response, document: Buffer): void {
  response.set({ ...FOR_A_MINUTE, 'Content-Type': 'application/json; charset=utf-8' }).send(document);
}

/** Responds with the page that shows the API's document. */
export function sendViewer(response: Response, api: Api, config: Pick<Config, 'publicUrl'>, files: ViewerFiles): void {
  response
    .set({
      ...FOR_A_MINUTE,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': VIEWER_POLICY,
      'X-Frame-Options': 'DENY',
    })
    .send(viewerPage(api, basePathOf(config), files));
}
