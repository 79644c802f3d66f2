import type { ExternalRequest } from './external-request';
import type { PanelRequest } from './panel-request';

/** The ids of who is behind a request, for its line in the log. Empty unless a guard has found out. */
export function callerFields({ caller, panelCaller }: ExternalRequest & PanelRequest): Record<string, string> {
  if (caller) return { account_id: caller.account.id, key_id: caller.key.id };
  if (panelCaller) return { account_id: panelCaller.user.account.id, user_id: panelCaller.user.id };
  return {};
}
