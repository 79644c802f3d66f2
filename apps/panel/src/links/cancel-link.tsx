import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../session/allowed';
import { DeniedButton } from '../ui/denied-button';
import { Problem } from '../ui/problem';
import type { Link, LinkKind } from './kind';
import { useCancelLink } from './queries';

/** Cancels a link after a confirmation, or says why the user cannot. */
export function CancelLink({ kind, link }: { kind: LinkKind; link: Link }) {
  const { t } = useTranslation('links');
  return (
    <Allowed
      to="create_payins"
      otherwise={<DeniedButton reason={t('cannotCreate')}>{t('cancel.button')}</DeniedButton>}
    >
      <Cancellation kind={kind} link={link} />
    </Allowed>
  );
}

function Cancellation({ kind, link }: { kind: LinkKind; link: Link }) {
  const { t } = useTranslation(['links', 'ui']);
  const [opened, { open, close }] = useDisclosure();
  const cancel = useCancelLink(kind, link.id, () => {
    close();
    notifications.show({ message: t('cancel.done'), closeButtonProps: { 'aria-label': t('ui:close') } });
  });
  const leave = () => {
    if (cancel.isPending) return;
    close();
    cancel.reset();
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('cancel.button')}
      </Button>
      <Modal
        opened={opened}
        onClose={leave}
        title={t('cancel.title')}
        closeButtonProps={{ 'aria-label': t('ui:close') }}
      >
        <Stack gap="md">
          <Text size="sm">{t('cancel.text', { description: link.description })}</Text>
          {cancel.error && <Problem error={cancel.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={leave} disabled={cancel.isPending} data-autofocus>
              {t('cancel.keep')}
            </Button>
            <Button color="red" onClick={() => cancel.mutate()} loading={cancel.isPending} disabled={cancel.isError}>
              {t('cancel.button')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
