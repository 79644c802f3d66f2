import { within } from '@app/kernel';
import { parseSender, type Sender } from '@app/platform';
import { createTransport } from 'nodemailer';
import { Mailer, type MailMessage, type MailResult } from '../application/ports';

const CONNECTION_MS = 10_000;
/** The deadline of one message, from connection to response. */
const MESSAGE_MS = 25_000;
const CONNECTIONS = 4;

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Sends messages through a mail server, over a few pooled connections. */
export class SmtpMailer extends Mailer {
  readonly reachesServer = true;
  private readonly transport: ReturnType<typeof openPool>;
  private readonly from: Sender;
  private readonly domain: string;

  /**
   * `smtpUrl` is `smtp://` or `smtps://`, with credentials and port as needed. Its `from` parameter is the sender, with or
   * without a name; the default is `no-reply` at the host of `publicUrl`. With `requiresTls`, a server that does not offer
   * TLS gets nothing.
   */
  constructor(
    smtpUrl: string,
    publicUrl: string,
    requiresTls = false,
    private readonly deadlineMs = MESSAGE_MS,
  ) {
    super();
    const url = new URL(smtpUrl);
    const sender = url.searchParams.get('from');
    url.searchParams.delete('from');
    this.domain = new URL(publicUrl).hostname;
    this.from = parseSender(sender ?? '') ?? { name: '', address: `no-reply@${this.domain}` };
    this.transport = openPool(url.href, requiresTls);
  }

  async send({ id, to, subject, text, html }: MailMessage): Promise<MailResult> {
    const sending = () =>
      this.transport.sendMail({
        // Objects, because text would be parsed as a list of addresses.
        from: this.from,
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== null && { html }),
        // The same for every attempt, so that mail clients recognise a duplicate.
        messageId: `<${id}@${this.domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    try {
      await within(this.deadlineMs, sending, timedOut);
      return { sent: true };
    } catch (error) {
      return { sent: false, ...explain(error as SmtpError) };
    }
  }

  async close(): Promise<void> {
    this.transport.close();
  }
}

function openPool(url: string, requireTLS: boolean) {
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    url,
    requireTLS,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: CONNECTION_MS,
    socketTimeout: MESSAGE_MS,
    dnsTimeout: CONNECTION_MS,
    // The library must not read files or fetch addresses that a message names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function timedOut(): never {
  throw Object.assign(new Error('the mail server did not accept the message in time'), { code: 'ETIMEDOUT' });
}

/** The text of a mail server may quote the address or the message, so only its code is stored. */
function explain({ code, command, responseCode }: SmtpError): { error: string; permanent: boolean } {
  if (code === 'ETLS') return { error: 'mail server offers no TLS', permanent: false };
  // A rejection of the recipient or the content concerns this message; any other, such as a rejected sign-in, all
  // messages.
  const aboutMessage = command === 'RCPT TO' || command === 'DATA';
  const permanent = aboutMessage && responseCode !== undefined && responseCode >= 500;
  if (responseCode !== undefined) return { error: `mail server returned ${responseCode}`, permanent };
  if (code === 'ETIMEDOUT') return { error: 'mail server timed out', permanent };
  return { error: 'mail server not reachable', permanent };
}
