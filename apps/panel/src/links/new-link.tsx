import { Alert, Button, Grid, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { Allowed, RequirePermission } from '../session/allowed';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { walletsQuery } from '../wallets/queries';
import { PATHS, type Link, type LinkKind } from './kind';
import { LinkForm } from './link-form';
import { useObstacle } from './obstacle';
import { Share } from './share';

/** The page that creates a link and then shows how to share it. */
export function NewLink({ kind }: { kind: LinkKind }) {
  return (
    <RequirePermission to="create_payins">
      <Creation kind={kind} />
    </RequirePermission>
  );
}

function Creation({ kind }: { kind: LinkKind }) {
  const { t } = useTranslation('links');
  const [created, setCreated] = useState<Link>();
  const obstacle = useObstacle(kind);
  const { data: wallets, error, refetch } = useQuery(walletsQuery);
  const back = { to: PATHS[kind], label: t(`${kind}.title`) };
  if (created) return <Created kind={kind} link={created} back={back} onAnother={() => setCreated(undefined)} />;
  return (
    <Page title={t(`${kind}.new`)} description={t(`${kind}.newText`)} back={back}>
      {obstacle && (
        <Alert color="yellow" icon={<IconLock aria-hidden />}>
          {obstacle}
        </Alert>
      )}
      {!obstacle && error && !wallets && <Problem error={error} onRetry={() => void refetch()} />}
      {!obstacle && !wallets && !error && <LoadingLines />}
      {!obstacle && wallets && <LinkForm kind={kind} wallets={wallets} onCreated={setCreated} />}
    </Page>
  );
}

interface CreatedProps {
  kind: LinkKind;
  link: Link;
  back: { to: string; label: string };
  onAnother: () => void;
}

function Created({ kind, link, back, onAnother }: CreatedProps) {
  const { t } = useTranslation('links');
  return (
    <Page title={t('created.title')} description={link.description} back={back}>
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Section framed title={t('share')}>
            <Share url={link.checkout_url} />
          </Section>
        </Grid.Col>
      </Grid>
      <Group>
        <Allowed to="view_payins">
          <Button component={RouterLink} to={`${PATHS[kind]}/${link.id}`}>
            {t('created.follow')}
          </Button>
        </Allowed>
        <Button variant="default" onClick={onAnother}>
          {t('created.another')}
        </Button>
      </Group>
    </Page>
  );
}
