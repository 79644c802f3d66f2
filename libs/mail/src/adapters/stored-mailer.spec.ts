import { mailerContract } from '../testing/mailer.contract';
import { StoredMailer } from './stored-mailer';

describe('StoredMailer', () => {
  mailerContract(() => new StoredMailer());

  it('does not hand messages over', () => {
    expect(new StoredMailer().reachesServer).toBe(false);
  });
});
