import { aMessage, mailerContract } from '../testing/mailer.contract';
import { SmtpServer } from '../testing/smtp-server';
import { SmtpMailer } from './smtp-mailer';

describe('SmtpMailer', () => {
  let server: SmtpServer;
  let mailer: SmtpMailer;
  beforeEach(async () => {
    server = await SmtpServer.start();
    mailer = new SmtpMailer(server.url, 'https://pay.example');
  });
  afterEach(async () => {
    await mailer.close();
    await server.stop();
  });

  /** Header lines of the only message, unfolded. */
  const headers = () => (server.accepted[0]?.data.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const header = (name: string) => headers().find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

  mailerContract(() => mailer);

  it('hands messages to a mail server', () => {
    expect(mailer.reachesServer).toBe(true);
  });

  it('sends to the given address, from the service', async () => {
    await mailer.send(aMessage({ to: 'payer@example.com' }));
    expect(server.accepted).toMatchObject([{ from: 'no-reply@pay.example', to: ['payer@example.com'] }]);
  });

  it('sends from the address that the SMTP URL names', async () => {
    const named = new SmtpMailer(`${server.url}?from=billing@shop.example`, 'https://pay.example');
    await named.send(aMessage());
    await named.close();
    expect(server.accepted).toMatchObject([{ from: 'billing@shop.example' }]);
  });

  it('sends from the name and the address that the SMTP URL names', async () => {
    const named = new SmtpMailer(`${server.url}?from=Pay <billing@shop.example>`, 'https://pay.example');
    await named.send(aMessage());
    await named.close();
    expect(server.accepted).toMatchObject([{ from: 'billing@shop.example' }]);
    expect(header('from')).toBe('From: Pay <billing@shop.example>');
  });

  it('sends nothing in clear text when it requires TLS', async () => {
    server.script = (verb) => (verb === 'STARTTLS' ? '502 not implemented' : undefined);
    const careful = new SmtpMailer(server.url, 'https://pay.example', true);
    await expect(careful.send(aMessage())).resolves.toEqual({
      sent: false,
      error: 'mail server offers no TLS',
      permanent: false,
    });
    await careful.close();
    expect(server.accepted).toEqual([]);
  });

  it('transmits the text', async () => {
    await mailer.send(aMessage({ text: 'Thank you.\r\nReference: 1' }));
    expect(server.accepted[0]?.data).toContain('\r\n\r\nThank you.\r\nReference: 1\r\n');
  });

  it('transmits text and HTML side by side', async () => {
    await mailer.send(aMessage({ html: '<p>Thank you.</p>' }));
    expect(header('content-type')).toContain('multipart/alternative');
  });

  it('gives every attempt the same message id, and marks it as auto-generated', async () => {
    await mailer.send(aMessage({ id: '018f3e00-0000-7000-8000-000000000001' }));
    expect(header('message-id')).toBe('Message-ID: <018f3e00-0000-7000-8000-000000000001@pay.example>');
    expect(header('auto-submitted')).toBe('Auto-Submitted: auto-generated');
  });

  it.each([
    ['subject', { subject: 'Order\r\nBcc: thief@example.com\r\n\r\nHello' }],
    ['address', { to: 'payer@example.com>\r\nRCPT TO:<thief@example.com' }],
    ['address with a list', { to: 'payer@example.com, thief@example.com' }],
  ])('lets a hostile %s add no header and no recipient', async (_, hostile) => {
    await mailer.send(aMessage(hostile));
    const names = headers().map((line) => line.split(':')[0]?.toLowerCase());
    expect(names).not.toContain('bcc');
    expect(server.accepted.flatMap(({ to }) => to)).not.toContain('thief@example.com');
  });

  it('reuses its connections', async () => {
    for (let count = 0; count < 5; count++) await mailer.send(aMessage());
    expect(server.connections).toBe(1);
  });

  describe('when the server does not accept a message', () => {
    it.each([
      ['rejects the recipient', 'RCPT TO', '550 no such user payer@example.com', 550, true],
      ['rejects the content', '.', '554 rejected', 554, true],
      ['is busy', 'RCPT TO', '451 try later', 451, false],
      ['is full', '.', '452 no space', 452, false],
      ['rejects the sender', 'MAIL FROM', '550 not you', 550, false],
    ])('%s', async (_, verb, reply, code, permanent) => {
      server.script = (command) => (command === verb ? reply : undefined);
      await expect(mailer.send(aMessage())).resolves.toEqual({
        sent: false,
        error: `mail server returned ${code}`,
        permanent,
      });
    });

    it('because there is no server', async () => {
      await server.stop();
      await expect(mailer.send(aMessage())).resolves.toEqual({
        sent: false,
        error: 'mail server not reachable',
        permanent: false,
      });
    });

    it('in time', async () => {
      server.script = (verb) => (verb === 'RCPT TO' ? '' : undefined);
      const hasty = new SmtpMailer(server.url, 'https://pay.example', false, 100);
      await expect(hasty.send(aMessage())).resolves.toEqual({
        sent: false,
        error: 'mail server timed out',
        permanent: false,
      });
      await hasty.close();
    });

    it('but accepts the next one', async () => {
      server.script = (verb) => (verb === 'RCPT TO' ? '451 try later' : undefined);
      await mailer.send(aMessage());
      server.script = () => undefined;
      await expect(mailer.send(aMessage())).resolves.toEqual({ sent: true });
    });
  });
});
