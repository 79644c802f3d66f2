import { Clock, newId, type Tx } from '@app/kernel';
import { letter, MailOutbox, type NewMail } from '@app/mail';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/domain/account';
import type { Actor } from '../../audit/domain/audit';
import type { PanelUser } from '../domain/panel-user';
import { NOTICE_TEXTS, type ChangedField, type NoticeKind } from './notice-texts';

export interface Notice {
  kind: NoticeKind;
  account: Pick<Account, 'id' | 'name' | 'email' | 'language'>;
  by: Actor;
  /** The address of the user who did it; staff and the service have none. */
  author?: string | undefined;
  /** The address of the user whom it concerns, who is mailed too. */
  concerns?: string | undefined;
  /** What was created, changed or deleted, without anything secret. */
  about: string;
  changed?: readonly ChangedField[] | undefined;
}

/** About what users did to their own access. */
export function ofUser(kind: NoticeKind, { account, email }: PanelUser, by: Actor): Notice {
  return { kind, account, by, author: email, concerns: email, about: email };
}

/**
 * Mails the registered address of an account, and the user concerned, about what a thief would do: in the account's
 * language, in the transaction of the change.
 */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
  ) {}

  async send(tx: Tx, notice: Notice): Promise<void> {
    const { account, concerns } = notice;
    const addresses = [account.email, concerns].filter((address) => address !== null && address !== undefined);
    const recipients = new Map(addresses.map((address) => [address.toLowerCase(), address]));
    const id = newId();
    const mails = [...recipients.values()].map((to, index) =>
      noticeMail(notice, to, `notice:${id}:${index}`, this.clock.now()),
    );
    await this.outbox.enqueue(tx, mails);
  }
}

function noticeMail(notice: Notice, to: string, dedupeKey: string, at: Date): NewMail {
  const { kind, account, by, about, changed } = notice;
  const { subjects, fields, rows, warning, locked } = NOTICE_TEXTS[account.language];
  const subject = `${subjects[kind]} · ${account.name}`;
  const content = letter({
    language: account.language,
    heading: subject,
    paragraphs: kind === 'sign_in_locked' ? [locked] : [],
    rows: [
      [rows.about, about],
      ...(changed ? [[rows.changed, changed.map((field) => fields[field]).join(', ')] as const] : []),
      [rows.by, authorOf(notice)],
      [rows.when, `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
      ...(by.fromAddress === undefined ? [] : [[rows.network, by.fromAddress] as const]),
    ],
    closing: kind === 'sign_in_locked' ? [] : [warning],
  });
  return { accountId: account.id, to, subject, ...content, dedupeKey };
}

function authorOf({ author, by, account }: Notice): string {
  const { staff, service } = NOTICE_TEXTS[account.language];
  return author ?? (by.type === 'staff' ? staff : service);
}
