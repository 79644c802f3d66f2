import type { Orderer } from '@app/transfers';
import type { PanelCaller } from '../../access/panel-request';

/** The caller as the one who orders an outflow. */
export function ordererOf({ user, by }: PanelCaller): Orderer {
  return { account: user.account, user: { id: user.id, email: user.email }, actor: by };
}
