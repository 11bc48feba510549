import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { createElement } from 'react';

/** The accent. Step 6 carries white text and is readable on white; step 3 is readable on dark. */
const indigo: MantineColorsTuple = [
  '#f0f1ff',
  '#e0e2ff',
  '#c4c8fe',
  '#a3a9fb',
  '#8087f5',
  '#5b60e6',
  '#4c4fd6',
  '#4041b4',
  '#363792',
  '#2d2e75',
];

export const white = '#ffffff';

const neutral: MantineColorsTuple = [
  '#f8f8fa',
  '#f1f1f4',
  '#e6e6eb',
  '#d6d7de',
  '#bcbec8',
  '#9496a3',
  '#686b78',
  '#4b4e5a',
  '#33353f',
  '#1b1c22',
];

/** Mantine's dark scale: 0 is text, 4 borders, 6 raised surfaces, 7 the background. */
export const dark: MantineColorsTuple = [
  '#ececf1',
  '#c9cad3',
  '#a0a2af',
  '#7a7c89',
  '#3a3c45',
  '#2c2e36',
  '#212229',
  '#17181d',
  '#101115',
  '#0b0c0f',
];

const success: MantineColorsTuple = [
  '#e9faf1',
  '#d3f3e2',
  '#a5e5c5',
  '#6fd3a3',
  '#3fbd83',
  '#1fa56b',
  '#0d7a4c',
  '#0a6640',
  '#085134',
  '#063d28',
];

const warning: MantineColorsTuple = [
  '#fff7e6',
  '#feedc8',
  '#fcdb93',
  '#f8c55a',
  '#f0ad2d',
  '#d68f12',
  '#94600a',
  '#7a4f0a',
  '#60400c',
  '#49310b',
];

const danger: MantineColorsTuple = [
  '#fff0f0',
  '#ffdfdf',
  '#fdbcbc',
  '#fa9393',
  '#f36a6a',
  '#e04848',
  '#c92f2f',
  '#a92626',
  '#8b2222',
  '#6d1c1c',
];

/** The chevron of the selects of ui/form. It is drawn here, because tests in Node would load all icons for it. */
const chevron = createElement(
  'svg',
  {
    ...{ width: 16, height: 16, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor' },
    ...{ strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true },
  },
  createElement('path', { d: 'M6 9l6 6l6 -6' }),
);

export const theme = createTheme({
  colors: { indigo, gray: neutral, dark, success, warning, danger },
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 5 },
  white,
  black: '#1b1c22',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  headings: {
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontWeight: '650',
    textWrap: 'balance',
  },
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '18px', xl: '22px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: 'md',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Under what is chosen, on dark pages.
  other: { accentSoftDark: '#24264a' },
  components: {
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'lg' } },
    NativeSelect: { defaultProps: { size: 'md', rightSection: chevron } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', rightSection: chevron } },
    // The dot in the thumb is not round at every zoom.
    Switch: { defaultProps: { withThumbIndicator: false } },
    TextInput: { defaultProps: { size: 'md' } },
  },
});

/**
 * The gaps, text sizes and colours of our own style sheets and of `ui/layout`: one scale for all pages
 * (docs/decisions/0198). `stage-*` is the background of pictures: near-black in both schemes.
 */
export const cssVariables: CSSVariablesResolver = ({ colors: { indigo }, other }) => ({
  variables: {
    '--gap-xs': '4px',
    '--gap-sm': '8px',
    '--gap-md': '12px',
    '--gap-lg': '16px',
    '--gap-xl': '24px',
    '--size-xs': '12px',
    '--size-sm': '13px',
    '--size-md': '14px',
    '--size-lg': '15px',
    '--size-xl': '16px',
    '--stage-ground': dark[8],
    '--stage-tile': dark[6],
    '--stage-line': dark[4],
    '--stage-text': white,
    '--stage-text-muted': dark[1],
    '--stage-accent': indigo[4],
  },
  light: {
    '--ground': '#ffffff',
    '--ground-soft': neutral[0],
    '--surface': '#ffffff',
    '--line': neutral[2],
    '--line-strong': neutral[4],
    '--text': neutral[9],
    '--text-muted': neutral[6],
    '--accent': indigo[6],
    '--accent-soft': indigo[0],
    '--warning-soft': warning[0],
    '--warning-text': warning[7],
    '--danger-text': danger[6],
    '--fill': neutral[1],
    '--danger-soft': danger[0],
    '--success': success[5],
    '--success-text': success[7],
    '--mantine-color-error': danger[6],
    '--mantine-color-placeholder': neutral[6],
    '--mantine-color-dimmed': neutral[6],
    '--mantine-color-default-border': neutral[4],
  },
  dark: {
    '--ground': dark[7],
    '--ground-soft': dark[8],
    '--surface': dark[6],
    '--line': dark[5],
    '--line-strong': dark[3],
    '--text': dark[0],
    '--text-muted': dark[2],
    '--accent': indigo[3],
    '--accent-soft': String(other.accentSoftDark),
    '--warning-soft': '#33270f',
    '--warning-text': warning[3],
    '--danger-text': danger[3],
    '--fill': dark[5],
    '--danger-soft': '#3a1d20',
    '--success': success[4],
    '--success-text': success[3],
    '--mantine-color-error': danger[3],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-default-border': dark[4],
  },
});
