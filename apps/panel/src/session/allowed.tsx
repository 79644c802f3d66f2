import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconLock } from '../ui/icons';
import { Page } from '../ui/page';
import { usePermissions, type Permission } from './session';

interface AllowedProps {
  /** Any one of these is enough. */
  to: Permission | readonly Permission[];
  children: ReactNode;
  /** Shown to users without the permission; nothing when absent. */
  otherwise?: ReactNode;
}

/** Shows its children only to users with the permission. */
export function Allowed({ to, children, otherwise = null }: AllowedProps) {
  const { can } = usePermissions();
  return can(...(typeof to === 'string' ? [to] : to)) ? children : otherwise;
}

/** Wraps a `Page`: shows the page, or another one that names the missing permission and who can grant it. */
export function RequirePermission({ to, children }: Omit<AllowedProps, 'otherwise'>) {
  return (
    <Allowed to={to} otherwise={<PermissionMissing permissions={typeof to === 'string' ? [to] : to} />}>
      {children}
    </Allowed>
  );
}

function PermissionMissing({ permissions }: { permissions: readonly Permission[] }) {
  const { t } = useTranslation('ui');
  return (
    <Page title={t('permissionMissing.title')}>
      <PermissionNotice permissions={permissions} />
    </Page>
  );
}

/** The sentence about a missing permission, for a page that is useful without it. */
export function PermissionNotice({ permissions }: { permissions: readonly Permission[] }) {
  const { t } = useTranslation('ui');
  const names = permissions.map((permission) => t(`permission.${permission}`)).join(` ${t('or')} `);
  return (
    <Alert color="gray" icon={<IconLock aria-hidden />}>
      {t('permissionMissing.text', { names })}
    </Alert>
  );
}
