import { Checkbox, Fieldset, Input, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session';
import { missingToGrant, PERMISSION_GROUPS, permissionText, type KeyPermission } from './key-permissions';

interface PermissionFieldsProps {
  value: readonly KeyPermission[];
  onChange: (value: KeyPermission[]) => void;
  /** The permissions that the key already has and may keep. */
  kept?: readonly KeyPermission[];
  error?: React.ReactNode;
}

/** The permissions of a key with explanations; those that the user may not grant are disabled and show the reason. */
export function PermissionFields({ value, onChange, kept = [], error }: PermissionFieldsProps) {
  const { t } = useTranslation('keys');
  const errorId = useId();
  const toggle = (permission: KeyPermission, wanted: boolean) => {
    if (permission === '*') return onChange(wanted ? ['*'] : []);
    onChange(wanted ? [...value, permission] : value.filter((one) => one !== permission));
  };
  return (
    <Fieldset legend={t('permissions')} aria-describedby={error ? errorId : undefined}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t('permissionsHint')}
        </Text>
        {PERMISSION_GROUPS.map(({ group, permissions }) => (
          <Stack key={group} gap="sm" role="group" aria-label={t(`group.${group}`)}>
            <Text size="sm" fw={600}>
              {t(`group.${group}`)}
            </Text>
            {permissions.map((permission) => (
              <PermissionBox
                key={permission}
                permission={permission}
                value={value}
                kept={kept}
                onToggle={(wanted) => toggle(permission, wanted)}
              />
            ))}
          </Stack>
        ))}
        {error && <Input.Error id={errorId}>{error}</Input.Error>}
      </Stack>
    </Fieldset>
  );
}

interface PermissionBoxProps {
  permission: KeyPermission;
  value: readonly KeyPermission[];
  kept: readonly KeyPermission[];
  onToggle: (wanted: boolean) => void;
}

function PermissionBox({ permission, value, kept, onToggle }: PermissionBoxProps) {
  const { t } = useTranslation(['keys', 'ui']);
  const { user } = useSession();
  const missing = missingToGrant(user.permissions, permission, kept);
  const implied = permission !== '*' && value.includes('*');
  const names = missing.map((one) => t(`ui:permission.${one}`)).join(` ${t('ui:or')} `);
  const text = t(`permission.${permissionText(permission)}.text`);
  return (
    <Checkbox
      label={t(`permission.${permissionText(permission)}.name`)}
      description={missing.length > 0 ? `${text} ${t('cannotGrant', { names })}` : text}
      checked={implied || value.includes(permission)}
      disabled={missing.length > 0 || implied}
      onChange={(event) => onToggle(event.currentTarget.checked)}
    />
  );
}
