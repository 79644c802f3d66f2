import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { Confirm } from '../ui/confirm';
import { useChange } from './use-change';

interface ActiveDialogProps {
  beneficiary: Schemas['Beneficiary'];
  opened: boolean;
  onClose: () => void;
}

/** Explains the consequences, then deactivates or activates a beneficiary. */
export function ActiveDialog({ beneficiary, opened, onClose }: ActiveDialogProps) {
  const { t } = useTranslation('beneficiaries');
  const { id, name, active } = beneficiary;
  const { mutate, isPending, error, reset } = useChange(id, onClose);
  const leave = () => {
    onClose();
    reset();
  };
  return (
    <Confirm
      {...{ opened, isPending, error }}
      onClose={leave}
      title={t(active ? 'deactivateTitle' : 'activateTitle', { name })}
      action={t(active ? 'deactivate' : 'activate')}
      onConfirm={() => mutate({ active: !active })}
    >
      <Text size="sm">{t(active ? 'deactivateText' : 'activateText')}</Text>
    </Confirm>
  );
}
