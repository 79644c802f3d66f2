/** Both have a contrast of at least 3:1 with the page in light and dark. Bars of money out are also hatched. */
export const FLOW_COLORS = {
  in: 'light-dark(var(--mantine-color-pine-8), var(--mantine-color-pine-4))',
  out: 'light-dark(var(--mantine-color-orange-9), var(--mantine-color-orange-4))',
} as const;
