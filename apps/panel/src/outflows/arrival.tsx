import { useTranslation } from 'react-i18next';
import { parseLeadTime } from './lead-time';

/** The lead time in words: `4h` is “within 4 hours”. */
export function Arrival({ leadTime, instant }: { leadTime: string; instant: boolean }) {
  const { t } = useTranslation('outflows');
  const parsed = parseLeadTime(leadTime);
  if (instant) return t('arrival.instant');
  return parsed ? t(`arrival.${parsed.unit}`, { count: parsed.count }) : leadTime;
}
