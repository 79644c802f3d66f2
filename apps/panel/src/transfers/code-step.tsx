import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdempotencyKey } from '../api/idempotency';
import { formatAmount } from '../money/amounts';
import { useAfterOrder } from '../payouts/order/after-order';
import type { Order } from '../payouts/order/order';
import type { Choices } from '../payouts/order/order-choices';
import { StepHeading } from '../payouts/order/step-heading';
import { useSession } from '../session/session';
import { Problem } from '../ui/problem';
import { useNotify } from '../ui/use-notify';
import { CodeInput } from './code-input';
import { Over } from './over';
import { resendCode, verifyTransfer } from './queries';
import { useTimeLeft } from './use-time-left';
import { afterError, endOf, verificationOf, type Verification } from './verification';

interface CodeStepProps {
  order: Order;
  wallet: Choices['wallets'][number];
  destination: Choices['destinations'][number];
  verification: Verification;
  /** Keeps what changed about the verification. */
  onProgress: (verification: Verification) => void;
  /** Back to the first step, with the values. */
  onRestart: () => void;
}

/** The third step: the code from the mail, until it is right or the verification is over. */
export function CodeStep({ order, wallet, destination, verification, onProgress, onRestart }: CodeStepProps) {
  const { t, i18n } = useTranslation('transfers');
  const { account } = useSession();
  const [code, setCode] = useState('');
  const timeLeft = useTimeLeft(verification.deadline);
  const verify = useVerify(verification, onProgress, () => setCode(''));
  const resend = useResend(verification, onProgress, () => {
    setCode('');
    verify.reset();
  });

  const refusal = [
    { error: verify.error, end: endOf(verify.error, 'verify') },
    { error: resend.error, end: endOf(resend.error, 'resend') },
  ].find(({ end }) => end);
  if (refusal?.end) return <Over end={refusal.end} error={refusal.error} onRestart={onRestart} />;
  if (timeLeft.isOver && !verify.isPending) return <Over end="timedOut" error={null} onRestart={onRestart} />;

  const isPending = verify.isPending || resend.isPending;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === CodeInput.LENGTH && !isPending) verify.mutate(code);
      }}
    >
      <Stack gap="lg" maw={720}>
        <StepHeading>{t('code.title')}</StepHeading>
        <Text fw={600}>
          {t('code.summary', {
            amount: formatAmount(order.amount, wallet.currency, i18n.language),
            name: destination.name,
          })}
        </Text>
        <Text>{t('code.sent', { email: account.email })}</Text>
        <CodeInput value={code} onChange={setCode} disabled={isPending} isWrong={!!verify.error && code === ''} />
        <Stack gap={2}>
          <Text size="sm" role="timer">
            {t('code.timeLeft', { time: timeLeft.text })}
          </Text>
          <Text size="sm">{t('code.attemptsLeft', { count: verification.attemptsLeft })}</Text>
          <Text size="sm">{t('code.resendsLeft', { count: verification.resendsLeft })}</Text>
        </Stack>
        {verify.error && <Problem error={verify.error} />}
        {verification.resendsLeft === 0 && <Text size="sm">{t('code.noResends')}</Text>}
        {resend.error && verification.resendsLeft > 0 && <Problem error={resend.error} />}
        <Group>
          <Button
            type="submit"
            loading={verify.isPending}
            disabled={code.length < CodeInput.LENGTH || resend.isPending}
          >
            {t('code.confirm')}
          </Button>
          <Button
            variant="default"
            onClick={() => resend.mutate()}
            loading={resend.isPending}
            disabled={verification.resendsLeft === 0 || verify.isPending}
          >
            {t('code.resend')}
          </Button>
          <Button variant="subtle" onClick={onRestart} disabled={isPending}>
            {t('code.back')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useVerify(verification: Verification, onProgress: CodeStepProps['onProgress'], onWrong: () => void) {
  const { headersFor, settle } = useIdempotencyKey();
  const afterOrder = useAfterOrder();
  return useMutation({
    mutationFn: (code: string) => {
      const body = { transfer_verification_id: verification.id, otp_code: code };
      return verifyTransfer(body, headersFor(body));
    },
    onSuccess: (transfer) => {
      settle();
      afterOrder(transfer);
    },
    onError: (error) => {
      const after = afterError(verification, error);
      if (after === verification) return;
      onProgress(after);
      onWrong();
    },
  });
}

function useResend(verification: Verification, onProgress: CodeStepProps['onProgress'], onSent: () => void) {
  const { t } = useTranslation('transfers');
  const notify = useNotify();
  return useMutation({
    mutationFn: () => resendCode(verification.id),
    onSuccess: ({ verification: renewed, servedAt }) => {
      onProgress(verificationOf(renewed, servedAt, Date.now()));
      onSent();
      notify(t('code.resent'));
    },
    onError: (error) => {
      const after = afterError(verification, error);
      if (after !== verification) onProgress(after);
    },
  });
}
