import { Button, Checkbox, Modal, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from './copy';
import { Notice } from './notice';
import { useStayingHere } from './use-staying-here';

interface SecretDialogProps {
  title: string;
  /** What the secret is. */
  label: string;
  /** Null in the response to a repeated request: the first response had it. */
  secret: string | null;
  /** How to get another one. */
  lost: ReactNode;
  /** What to do with it. */
  children?: ReactNode;
  onDone: () => void;
}

/**
 * Shows a secret the only time that it can be shown. Neither Escape nor a click outside nor the way back closes it, only a
 * button that asks first whether the secret was stored.
 */
export function SecretDialog({ title, label, secret, lost, children, onDone }: SecretDialogProps) {
  const { t } = useTranslation('ui');
  const [stored, setStored] = useState(secret === null);
  const allowLeaving = useStayingHere(secret !== null);
  const finish = () => {
    allowLeaving();
    onDone();
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        {secret === null ? (
          <Notice>{lost}</Notice>
        ) : (
          <>
            <Notice title={t('secret.warningTitle')}>{t('secret.warning')}</Notice>
            <CopyField label={label} value={secret} />
            {children}
            <Checkbox
              label={t('secret.stored')}
              checked={stored}
              onChange={(event) => setStored(event.currentTarget.checked)}
            />
          </>
        )}
        <Button onClick={finish} disabled={!stored}>
          {t('secret.done')}
        </Button>
      </Stack>
    </Modal>
  );
}
