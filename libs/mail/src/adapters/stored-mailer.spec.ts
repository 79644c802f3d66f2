import { mailerContract } from '../testing/mailer.contract';
import { StoredMailer } from './stored-mailer';

describe('StoredMailer', () => {
  mailerContract(() => new StoredMailer());

  it('hands nothing over: the outbox is all there is', () => {
    expect(new StoredMailer().handsOver).toBe(false);
  });
});
