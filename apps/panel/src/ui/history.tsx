import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconCheck } from './icons';
import { Moment } from './moment';

interface HistoryEntry {
  title: string;
  /** Null for a step that has not happened yet. */
  at: string | null;
  note?: ReactNode;
}

/** The history of an object, in order; steps that have not happened yet are hollow. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  const done = entries.filter(({ at }) => at !== null).length;
  return (
    <Timeline active={done - 1} bulletSize={16} lineWidth={2}>
      {entries.map(({ title, at, note }, index) => (
        <Timeline.Item
          key={`${index} ${title}`}
          title={title}
          bullet={at === null ? undefined : <IconCheck size={10} aria-hidden />}
        >
          {note && <Text size="sm">{note}</Text>}
          {at && (
            <Text size="xs" c="dimmed">
              <Moment at={at} />
            </Text>
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
