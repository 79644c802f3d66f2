import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The green of the checkout pages. Step 8 on white and white on step 8 have a contrast of more than 7:1. */
const pine: MantineColorsTuple = [
  '#eaf7f5',
  '#d5ebe7',
  '#a9d7d0',
  '#79c2b7',
  '#52b0a2',
  '#3aa595',
  '#23806f',
  '#14695c',
  '#0b5c55',
  '#064840',
];

export const theme = createTheme({
  primaryColor: 'pine',
  // White is legible on both; `autoContrast` knows only the light one.
  primaryShade: { light: 8, dark: 6 },
  autoContrast: true,
  colors: { pine },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  components: {
    Anchor: { defaultProps: { underline: 'always' } },
    // Coloured titles have too little contrast on the light background of the same colour.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    // Screen readers would take a second `header` for that of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
});

/** Mantine's grey of secondary text and its red of field errors have too little contrast for small text. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
