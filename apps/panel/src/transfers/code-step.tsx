import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyFor } from '../api/idempotency';
import { formatAmount } from '../money/amounts';
import { useAfterOrder } from '../outflows/order/after-order';
import type { Order } from '../outflows/order/order';
import type { Choices } from '../outflows/order/order-choices';
import { StepHeading } from '../outflows/order/step-heading';
import { useSession } from '../session/session';
import { Problem } from '../ui/problem';
import { useNotify } from '../ui/use-notify';
import { CodeInput } from './code-input';
import { VerificationEnded } from './verification-ended';
import { resendCode, verifyTransfer } from './queries';
import { useTimeLeft } from './use-time-left';
import { afterError, endOf, verificationOf, type Verification } from './verification';

interface CodeStepProps {
  order: Order;
  wallet: Choices['wallets'][number];
  destination: Choices['destinations'][number];
  verification: Verification;
  /** Stores the changed verification. */
  onProgress: (verification: Verification) => void;
  /** Goes back to the first step, with the values. */
  onRestart: () => void;
}

/** The third step: the code from the mail, until the code is right or the verification has ended. */
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

  const ended = [
    { error: verify.error, end: endOf(verify.error, 'verify') },
    { error: resend.error, end: endOf(resend.error, 'resend') },
  ].find(({ end }) => end);
  if (ended?.end) return <VerificationEnded end={ended.end} error={ended.error} onRestart={onRestart} />;
  if (timeLeft.isOver && !verify.isPending)
    return <VerificationEnded end="timedOut" error={null} onRestart={onRestart} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === CodeInput.LENGTH && !verify.isPending && !resend.isPending) verify.mutate(code);
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
        <CodeInput
          value={code}
          onChange={setCode}
          disabled={verify.isPending || resend.isPending}
          isWrong={!!verify.error && code === ''}
        />
        <Remaining verification={verification} time={timeLeft.text} />
        {verify.error && <Problem error={verify.error} />}
        {verification.resendsLeft === 0 && <Text size="sm">{t('code.noResends')}</Text>}
        {resend.error && verification.resendsLeft > 0 && <Problem error={resend.error} />}
        <Buttons
          {...{ verify, resend, onRestart }}
          isComplete={code.length === CodeInput.LENGTH}
          hasResends={verification.resendsLeft > 0}
        />
      </Stack>
    </form>
  );
}

/** The remaining time, attempts and resends. */
function Remaining({ verification, time }: { verification: Verification; time: string }) {
  const { t } = useTranslation('transfers');
  return (
    <Stack gap={2}>
      <Text size="sm" role="timer">
        {t('code.timeLeft', { time })}
      </Text>
      <Text size="sm">{t('code.attemptsLeft', { count: verification.attemptsLeft })}</Text>
      <Text size="sm">{t('code.resendsLeft', { count: verification.resendsLeft })}</Text>
    </Stack>
  );
}

interface ButtonsProps {
  verify: { isPending: boolean };
  resend: { isPending: boolean; mutate: () => void };
  isComplete: boolean;
  hasResends: boolean;
  onRestart: () => void;
}

function Buttons({ verify, resend, isComplete, hasResends, onRestart }: ButtonsProps) {
  const { t } = useTranslation('transfers');
  return (
    <Group>
      <Button type="submit" loading={verify.isPending} disabled={!isComplete || resend.isPending}>
        {t('code.confirm')}
      </Button>
      <Button
        variant="default"
        onClick={() => resend.mutate()}
        loading={resend.isPending}
        disabled={!hasResends || verify.isPending}
      >
        {t('code.resend')}
      </Button>
      <Button variant="subtle" onClick={onRestart} disabled={verify.isPending || resend.isPending}>
        {t('code.back')}
      </Button>
    </Group>
  );
}

function useVerify(verification: Verification, onProgress: CodeStepProps['onProgress'], onWrong: () => void) {
  const afterOrder = useAfterOrder();
  return useMutation({
    mutationFn: (code: string) => {
      const body = { transfer_verification_id: verification.id, otp_code: code };
      // A verification creates one transfer, so the code can be sent again after a lost response, also after a reload.
      return verifyTransfer(body, keyFor(verification.id, body));
    },
    onSuccess: afterOrder,
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
