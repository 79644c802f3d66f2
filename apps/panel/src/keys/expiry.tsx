import { Moment } from '../ui/moment';

/** When a key expires. A day that was chosen in UTC is shown as that day; in local time it would be the day before. */
export function Expiry({ at }: { at: string }) {
  if (!/T00:00:00(\.0+)?Z$/.test(at)) return <Moment at={at} />;
  return (
    <>
      <Moment at={at} as="day" /> (UTC)
    </>
  );
}
