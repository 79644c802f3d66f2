import { anAccount } from '../../testing';
import { resetMail } from './reset-mail';
import { RESET_TEXTS } from './reset-texts';

const URL = 'https://pay.example.com/panel/reset-password#token=abc';

describe.each(['es', 'pt', 'en'] as const)('the mail with a link in %s', (language) => {
  const account = anAccount({ language });
  const user = { id: 'u', email: 'ana@example.com', permissions: [], secondFactor: false, account };
  const mail = resetMail(user, URL, 30, 'digest');

  it('has the link alone on a line, and says how long it works', () => {
    expect(mail.text.split('\n')).toContain(URL);
    expect(mail.text).toContain('30');
    expect(mail.html).toContain(URL);
  });

  it('is in that language', () => {
    expect(mail.subject).toBe(RESET_TEXTS[language].subject);
    expect(mail.html).toContain(`lang="${language}"`);
  });

  it('is sensitive, and is sent once for each link', () => {
    expect(mail).toMatchObject({ sensitive: true, dedupeKey: 'password-reset:digest', to: 'ana@example.com' });
  });
});
