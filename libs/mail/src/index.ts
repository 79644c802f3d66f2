export { MailDelivery } from './application/mail-delivery';
export { MailRetention } from './application/mail-retention';
export { MailOutbox } from './application/mail-outbox';
export { Mailbox } from './application/mailbox';
export type { MailboxEntry } from './application/ports';
export { letter } from './domain/letter';
export type { NewMail } from './domain/message';
export { MailModule } from './mail.module';
