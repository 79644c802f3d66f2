import { FLOW_COLORS } from './flow-colors';

/** The stripes of money out, so that it differs from money in by more than its colour. */
export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={2.5} height={5} style={{ fill: FLOW_COLORS.out }} />
      </pattern>
    </defs>
  );
}
