import { Clock, newId, type Tx } from '@app/kernel';
import { letter, MailOutbox, type NewMail } from '@app/mail';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/domain/account';
import { AuditLog } from '../../audit/application/ports';
import type { Actor, AuditEntry } from '../../audit/domain/audit';
import type { PanelUser } from '../domain/panel-user';
import { NOTICE_TEXTS, type ChangedField, type NoticeKind } from './notice-texts';

/** What the mail about a change says. */
export interface Notice {
  kind: NoticeKind;
  account: Pick<Account, 'id' | 'name' | 'email' | 'language'>;
  /** The address of the user who did it; staff and the service have none. */
  author?: string | undefined;
  /** The address of the user whom it concerns, who is mailed too. */
  concerns?: string | undefined;
  /** What was created, changed or deleted, without anything secret. */
  about: string;
  changed?: readonly ChangedField[] | undefined;
}

/** About what users did to their own access. */
export function ofUser(kind: NoticeKind, { account, email }: PanelUser): Notice {
  return { kind, account, author: email, concerns: email, about: email };
}

/** About what staff did to the access of the user with that address. */
export function ofAddress(kind: NoticeKind, account: Notice['account'], email: string): Notice {
  return { kind, account, concerns: email, about: email };
}

/** Records changes that an intruder would make. */
@Injectable()
export class SensitiveChanges {
  constructor(
    private readonly audit: AuditLog,
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes the entry to the audit log, in the transaction of the change. With a notice, mails it to the registered
   * address of the account and to the user concerned, in the account's language.
   */
  async record(tx: Tx, entry: AuditEntry, notice?: Notice): Promise<void> {
    await this.audit.record(tx, entry);
    if (notice) await this.mail(tx, notice, entry.actor);
  }

  private async mail(tx: Tx, notice: Notice, by: Actor): Promise<void> {
    const { account, concerns } = notice;
    const addresses = [account.email, concerns].filter((address) => address !== null && address !== undefined);
    const recipients = new Map(addresses.map((address) => [address.toLowerCase(), address]));
    const id = newId();
    const mails = [...recipients.values()].map((to, index) =>
      noticeMail(notice, by, to, `notice:${id}:${index}`, this.clock.now()),
    );
    await this.outbox.enqueue(tx, mails);
  }
}

function noticeMail(notice: Notice, by: Actor, to: string, dedupeKey: string, at: Date): NewMail {
  const { kind, account, about, changed } = notice;
  const { subjects, fields, rows, warning, locked } = NOTICE_TEXTS[account.language];
  const subject = `${subjects[kind]} · ${account.name}`;
  const content = letter({
    language: account.language,
    heading: subject,
    paragraphs: kind === 'sign_in_locked' ? [locked] : [],
    rows: [
      [rows.about, about],
      ...(changed ? [[rows.changed, changed.map((field) => fields[field]).join(', ')] as const] : []),
      [rows.by, authorOf(notice, by)],
      [rows.when, `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      ...(by.fromAddress === undefined ? [] : [[rows.network, by.fromAddress] as const]),
    ],
    closing: kind === 'sign_in_locked' ? [] : [warning],
  });
  return { accountId: account.id, to, subject, ...content, dedupeKey };
}

function authorOf({ author, account }: Notice, by: Actor): string {
  const { staff, service } = NOTICE_TEXTS[account.language];
  return author ?? (by.type === 'staff' ? staff : service);
}
