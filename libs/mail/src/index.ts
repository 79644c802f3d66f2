export { MailDelivery } from './application/mail-delivery';
export { MailOutbox } from './application/mail-outbox';
export { Mailbox } from './application/mailbox';
export type { MailboxEntry } from './application/ports';
export { escapeHtml, letter, type Letter, type LetterContent } from './domain/letter';
export { isMailAddress, type MailStatus, type NewMail } from './domain/message';
export { MailModule } from './mail.module';
