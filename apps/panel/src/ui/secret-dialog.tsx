import { Button, Checkbox, Modal, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from './copy';
import { Notice } from './notice';
import { useStayOnPage } from './use-stay-on-page';

interface SecretDialogProps {
  title: string;
  /** The name of the secret. */
  label: string;
  /** Null in the response to a repeated request: only the first response has it. */
  secret: string | null;
  /** How to get another secret. */
  lost: ReactNode;
  /** What to do with the secret. */
  children?: ReactNode;
  onDone: () => void;
}

/**
 * Shows a secret, which is possible only once. Neither Escape nor a click outside nor the back button closes the dialog,
 * only its button, after the user has confirmed that the secret is stored.
 */
export function SecretDialog({ title, label, secret, lost, children, onDone }: SecretDialogProps) {
  const { t } = useTranslation('ui');
  const [stored, setStored] = useState(secret === null);
  const allowLeaving = useStayOnPage(secret !== null);
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
