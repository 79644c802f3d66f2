import { CONFIG, type Config } from '@app/platform';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailMessageEntity } from './adapters/mail-message.entity';
import { PostgresMailArchive } from './adapters/postgres-mail.archive';
import { PostgresMailQueue } from './adapters/postgres-mail.queue';
import { SmtpMailer } from './adapters/smtp-mailer';
import { StoredMailer } from './adapters/stored-mailer';
import { MailDelivery } from './application/mail-delivery';
import { MailRetention } from './application/mail-retention';
import { MailOutbox } from './application/mail-outbox';
import { Mailbox } from './application/mailbox';
import { MailArchive, Mailer, MailQueue } from './application/ports';

@Module({
  imports: [TypeOrmModule.forFeature([MailMessageEntity])],
  providers: [
    MailOutbox,
    Mailbox,
    MailDelivery,
    MailRetention,
    { provide: MailArchive, useClass: PostgresMailArchive },
    { provide: MailQueue, useClass: PostgresMailQueue },
    {
      provide: Mailer,
      inject: [CONFIG],
      useFactory: ({ smtpUrl, publicUrl, smtpRequiresTls }: Config) =>
        smtpUrl ? new SmtpMailer(smtpUrl, publicUrl, smtpRequiresTls) : new StoredMailer(),
    },
  ],
  exports: [MailOutbox, Mailbox, MailDelivery, MailRetention],
})
export class MailModule implements OnApplicationShutdown {
  constructor(@Inject(Mailer) private readonly mailer: Mailer) {}

  async onApplicationShutdown(): Promise<void> {
    await this.mailer.close();
  }
}
