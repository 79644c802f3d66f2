import { MailDelivery } from '@app/mail';
import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SlotLoop } from './slot.loop';

/** Sends queued mail. */
@Injectable()
export class MailLoop extends SlotLoop {
  constructor(mail: MailDelivery, log: Log) {
    super('mail', mail, log);
  }
}
