import { Moment } from '../ui/moment';

/** When a key expires. What was chosen as a day in UTC is shown as that day, which has not begun yet in the Americas. */
export function Expiry({ at }: { at: string }) {
  if (!/T00:00:00(\.0+)?Z$/.test(at)) return <Moment at={at} />;
  return (
    <>
      <Moment at={at} as="day" /> (UTC)
    </>
  );
}
