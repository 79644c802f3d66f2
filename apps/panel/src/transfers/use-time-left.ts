import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { countdown } from './verification';

const TICK_MS = 500;

/** The time until the deadline, updated twice a second. */
export function useTimeLeft(deadline: number) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true });
  return { text: countdown(deadline, now), isOver: now >= deadline };
}
