import { errorsOf, validated } from '../../http/testing/validated';
import { ResendTransferCodeDto, ResentTransferVerificationDto, VerifyTransferDto } from './transfer.dto';

const id = '01a1fbad-11d2-7c3e-8f4a-5b6c7d8e9f01';

describe('VerifyTransferDto', () => {
  it('accepts a verification and six digits', async () => {
    expect(await errorsOf(VerifyTransferDto, { transfer_verification_id: id, otp_code: '000123' })).toBeUndefined();
  });

  it.each(['322 819', ' 322819\n', '322\u00A0819', '322\u2011819', '\u200B322819', '３２２８１９'])(
    'reads the code %j as people paste it',
    async (otp_code) => {
      const read = await validated(VerifyTransferDto, { transfer_verification_id: id, otp_code });
      expect(read.otp_code).toBe('322819');
    },
  );

  it.each([undefined, null, 123456, '', '12345', '1234567', '12345a', '322.819', '١٢٣٤٥٦', '322819\u0301'])(
    'rejects the code %j',
    async (otp_code) => {
      const errors = await errorsOf(VerifyTransferDto, { transfer_verification_id: id, otp_code });
      expect(Object.keys(errors ?? {})).toEqual(['otp_code']);
    },
  );

  it('rejects a verification that is not a UUID', async () => {
    for (const transfer_verification_id of [undefined, 1, 'x']) {
      const errors = await errorsOf(ResendTransferCodeDto, { transfer_verification_id });
      expect(Object.keys(errors ?? {})).toEqual(['transfer_verification_id']);
    }
  });
});

describe('ResentTransferVerificationDto', () => {
  it('shows what is left', () => {
    const expiresAt = new Date();
    const pending = { verificationId: id, status: 'pending_verification', expiresAt } as const;
    expect(ResentTransferVerificationDto.of({ ...pending, attemptsLeft: 5, resendsLeft: 2 })).toEqual({
      transfer_verification_id: id,
      expires_at: expiresAt,
      status: 'pending_verification',
      resends_left: 2,
      attempts_left: 5,
    });
  });
});
