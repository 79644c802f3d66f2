import { Checkbox, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, type Permission } from '../session/session';
import { canGrant, SINGLE_PERMISSIONS } from './permissions';

interface PermissionsFieldProps {
  value: Permission[];
  onChange: (value: Permission[]) => void;
  error?: ReactNode;
}

/** The permissions of a user, with explanations. A user can grant only permissions that the user has. */
export function PermissionsField({ value, onChange, error }: PermissionsFieldProps) {
  const { t } = useTranslation('team');
  const isEverything = value.includes('*');
  return (
    <Checkbox.Group
      label={t('permissions')}
      description={t('permissionsText')}
      error={error}
      value={value}
      onChange={onChange}
    >
      <Stack gap="sm" mt="sm">
        <Choice permission="*" />
        {SINGLE_PERMISSIONS.map((permission) => (
          <Choice key={permission} permission={permission} isIncluded={isEverything} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function Choice({ permission, isIncluded = false }: { permission: Permission; isIncluded?: boolean }) {
  const { t } = useTranslation('team');
  const { t: shared } = useTranslation('ui');
  const { permissions: held } = useSession().user;
  const isGrantable = canGrant(held, permission);
  return (
    <Checkbox
      value={permission}
      label={shared(`permission.${permission}`)}
      disabled={!isGrantable || isIncluded}
      description={
        <>
          {t(`explained.${permission}`)}
          {!isGrantable && (
            <Text span size="xs" display="block" fs="italic">
              {t('notYours')}
            </Text>
          )}
        </>
      }
    />
  );
}
