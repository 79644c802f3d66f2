import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

/** A link from a row of a list to the row's page, whose back link then leads to the same filters and page of the list. */
export function RowLink({ to, children, ...anchor }: AnchorProps & { to: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Anchor component={Link} to={to} state={{ list: pathname + search }} {...anchor}>
      {children}
    </Anchor>
  );
}
