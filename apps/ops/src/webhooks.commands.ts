import { isUuid, ValidationError } from '@app/kernel';
import { DeliveryLog } from '@app/webhooks';
import { staffMember } from './audit';
import type { Command } from './command';

const resendDelivery: Command = {
  name: 'webhooks:resend',
  usage: '',
  positionals: ['delivery_id'],
  run: async (app, [deliveryId = '']) => {
    if (!isUuid(deliveryId)) throw ValidationError.of('DELIVERY_ID', 'DELIVERY_ID must be a UUID');
    const { id, eventId, endpointId, url } = await app.get(DeliveryLog).resend(staffMember(), deliveryId);
    const delivery = { id, resend_of: deliveryId, event_id: eventId, endpoint_id: endpointId, url, status: 'pending' };
    return { json: { delivery } };
  },
};

export const webhookCommands: readonly Command[] = [resendDelivery];
