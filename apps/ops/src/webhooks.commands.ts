import { isUuid, UnitOfWork, ValidationError } from '@app/kernel';
import { DeliveryLog } from '@app/webhooks';
import { recordForStaff } from './audit';
import type { Command } from './command';

const resendDelivery: Command = {
  name: 'webhooks:resend',
  usage: '',
  positionals: ['delivery_id'],
  run: async (app, [deliveryId = '']) => {
    if (!isUuid(deliveryId)) throw ValidationError.of('DELIVERY_ID', 'DELIVERY_ID must be a UUID');
    const { id, eventId, endpointId, url } = await app.get(UnitOfWork).run(async (tx) => {
      const queued = await app.get(DeliveryLog).resend(tx, deliveryId);
      await recordForStaff(app, tx, {
        action: 'webhook_delivery.resent',
        object: { type: 'webhook_delivery', id: deliveryId },
        accountId: queued.accountId,
        details: { queued: queued.id, event_id: queued.eventId },
      });
      return queued;
    });
    const delivery = { id, resend_of: deliveryId, event_id: eventId, endpoint_id: endpointId, url, status: 'pending' };
    return { json: { delivery } };
  },
};

export const webhookCommands: readonly Command[] = [resendDelivery];
