import { Table } from '@mantine/core';
import { Amount } from './amount';

export interface BreakdownLine {
  label: string;
  /** A decimal string; negative for a deduction. */
  value: string;
  currency: string;
  /** A sum of the lines above, with a border above it. */
  total?: boolean;
}

/** A table of amounts that add up. */
export function Breakdown({ lines, caption }: { lines: readonly BreakdownLine[]; caption: string }) {
  return (
    <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0} captionSide="top">
      <Table.Caption ta="start" mt={0}>
        {caption}
      </Table.Caption>
      <Table.Tbody>
        {lines.map(({ label, value, currency, total }) => (
          <Table.Tr
            key={label}
            fw={total ? 600 : undefined}
            style={total ? { borderTop: '1px solid var(--mantine-color-default-border)' } : undefined}
          >
            <Table.Th scope="row" fw="inherit" pe="sm">
              {label}
            </Table.Th>
            <Table.Td ta="right">
              <Amount value={value} currency={currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
