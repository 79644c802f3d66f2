import { Button, Grid, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useLocation, useParams } from 'react-router';
import { Allowed, RequirePermission } from '../session/allowed';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { PATHS, type Link, type LinkKind } from './kind';
import { linkQuery } from './queries';
import { Share } from './share';

/** The page with a new link, to share it. The link is kept in the browser's history, so a reload loses nothing. */
export function CreatedLink({ kind }: { kind: LinkKind }) {
  const { id = '' } = useParams();
  const { state } = useLocation() as { state: { created?: Link } | null };
  if (state?.created?.id === id) return <Created kind={kind} link={state.created} />;
  return (
    <RequirePermission to="view_payins">
      <Loaded kind={kind} id={id} />
    </RequirePermission>
  );
}

function Loaded({ kind, id }: { kind: LinkKind; id: string }) {
  const { t } = useTranslation('links');
  const { data, error, refetch } = useQuery(linkQuery(kind, id));
  if (data) return <Created kind={kind} link={data} />;
  return (
    <Page title={t('created.title')} back={{ to: PATHS[kind], label: t(`${kind}.title`) }}>
      {error ? <Problem error={error} onRetry={() => void refetch()} /> : <LoadingLines />}
    </Page>
  );
}

function Created({ kind, link }: { kind: LinkKind; link: Link }) {
  const { t } = useTranslation('links');
  return (
    <Page
      title={t('created.title')}
      description={link.description}
      back={{ to: PATHS[kind], label: t(`${kind}.title`) }}
    >
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
        <Button variant="default" component={RouterLink} to={`${PATHS[kind]}/new`}>
          {t('created.another')}
        </Button>
      </Group>
    </Page>
  );
}
