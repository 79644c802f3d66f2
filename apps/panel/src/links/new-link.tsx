import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { IconLock } from '../ui/icons';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { SAVED } from '../ui/unsaved';
import { walletsQuery } from '../wallets/queries';
import { PATHS, type Link, type LinkKind } from './kind';
import { LinkForm } from './link-form';
import { useObstacle } from './obstacle';

/** The page that creates a link. */
export function NewLink({ kind }: { kind: LinkKind }) {
  return (
    <RequirePermission to="create_payins">
      <Creation kind={kind} />
    </RequirePermission>
  );
}

function Creation({ kind }: { kind: LinkKind }) {
  const { t } = useTranslation('links');
  const navigate = useNavigate();
  const obstacle = useObstacle(kind);
  const { data: wallets, error, refetch } = useQuery(walletsQuery);
  const back = { to: PATHS[kind], label: t(`${kind}.title`) };
  const showCreated = (link: Link) =>
    void navigate(`${PATHS[kind]}/created/${link.id}`, { state: { ...SAVED, created: link }, replace: true });
  return (
    <Page title={t(`${kind}.new`)} description={t(`${kind}.newText`)} back={back}>
      {obstacle && (
        <Alert color="yellow" icon={<IconLock aria-hidden />}>
          {obstacle}
        </Alert>
      )}
      {!obstacle && error && !wallets && <Problem error={error} onRetry={() => void refetch()} />}
      {!obstacle && !wallets && !error && <LoadingLines />}
      {!obstacle && wallets && <LinkForm kind={kind} wallets={wallets} onCreated={showCreated} />}
    </Page>
  );
}
