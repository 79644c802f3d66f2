import { userInfo } from 'node:os';
import { staffMember } from './audit';

describe('the actor of a staff command', () => {
  const { SUDO_USER: callerBefore } = process.env;

  beforeEach(() => {
    process.env['SUDO_USER'] = 'ana';
  });

  afterEach(() => {
    jest.restoreAllMocks();
    if (callerBefore === undefined) delete process.env['SUDO_USER'];
    else process.env['SUDO_USER'] = callerBefore;
  });

  const withUid = (uid: number) => jest.spyOn(process as Required<NodeJS.Process>, 'getuid').mockReturnValue(uid);

  it('names the person who called sudo', () => {
    withUid(0);

    expect(staffMember()).toEqual({ type: 'staff', name: `ana as ${userInfo().username}` });
  });

  it('ignores a caller’s name that a person without root rights has set', () => {
    withUid(1_000);

    expect(staffMember()).toEqual({ type: 'staff', name: userInfo().username });
  });
});
