import { newId } from '@app/kernel';
import type { Mailer, MailMessage } from '../application/ports';

export function aMessage(changes: Partial<MailMessage> = {}): MailMessage {
  return {
    id: newId(),
    to: 'payer@example.com',
    subject: 'Payment received',
    text: 'Thank you.',
    html: null,
    ...changes,
  };
}

/** What every adapter of the port must do. */
export function mailerContract(subject: () => Mailer): void {
  it.each([
    ['a plain message', aMessage()],
    ['a message with HTML', aMessage({ html: '<p>Thank you.</p>' })],
    ['a message without text', aMessage({ text: '' })],
    ['a message in any language', aMessage({ subject: 'Pago recibido ✓', text: 'São Paulo — ñandú 🙂' })],
    ['a message to an address with accents', aMessage({ to: 'josé@example.com' })],
    ['a message with lines that mean something to SMTP', aMessage({ text: '.\r\n.\r\nQUIT\r\n..' })],
  ])('sends %s', async (_, message) => {
    await expect(subject().send(message)).resolves.toEqual({ sent: true });
  });

  it('sends many at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => subject().send(aMessage())));
    expect(results.filter(({ sent }) => sent)).toHaveLength(20);
  });

  it('sends the same message again', async () => {
    const message = aMessage();
    await subject().send(message);
    await expect(subject().send(message)).resolves.toEqual({ sent: true });
  });
}
