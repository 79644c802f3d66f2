import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './details.module.css';

/** A list of names and values: side by side, or below one another on a phone. Omits empty values. */
export function Details({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['list']}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <Box key={name} className={classes['fact']}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </Box>
        ))}
    </dl>
  );
}
