import { letter } from './letter';

const CONTENT = {
  language: 'en',
  heading: 'Transfer completed',
  paragraphs: ['The transfer arrived.'],
  rows: [['Recipient', '<b>Ana</b>\r\nBcc: x@example.com']] as const,
  closing: ['Keep this message.'],
};

describe('a letter', () => {
  it('has the same content as text', () => {
    expect(letter(CONTENT).text).toBe(
      'The transfer arrived.\n\nRecipient: <b>Ana</b> Bcc: x@example.com\n\nKeep this message.',
    );
  });

  it('escapes every value in HTML', () => {
    const { html } = letter(CONTENT);
    expect(html).toContain('&#60;b&#62;Ana&#60;/b&#62; Bcc: x@example.com');
    expect(html).not.toContain('<b>');
  });
});
