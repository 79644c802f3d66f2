import { Table } from '@mantine/core';
import { Amount } from './amount';

export interface BreakdownLine {
  label: string;
  /** A decimal string; negative when it is taken off. */
  value: string;
  currency: string;
  /** A line under a rule: what the lines above add up to. */
  total?: boolean;
}

/** Amounts that add up before the reader's eyes. */
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
