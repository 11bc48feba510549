/**
 * The breakpoints. Style sheets use them by name (`@media (--phone)`), components with useMediaQuery
 * (docs/decisions/0035).
 */
export const screens = {
  phone: '(max-width: 560px)',
  compact: '(max-width: 700px)',
  narrow: '(max-width: 900px)',
  'narrow-only': '(min-width: 701px) and (max-width: 900px)',
  medium: '(max-width: 1100px)',
  /** A phone, or any screen in portrait: beside a chat a wide video would be small. */
  stacked: '(max-width: 700px), (orientation: portrait)',
  low: '(max-height: 560px)',
  /** A small phone in portrait: beside a video and a chat there is no space for anything else. */
  short: '(max-width: 560px) and (max-height: 700px)',
  /** A phone in portrait above its keyboard, where the browser makes the page as low as what is seen of it. */
  'above-keyboard': '(max-width: 560px) and (max-height: 564px)',
  /** A phone in landscape above its keyboard: there is space for a field and nothing else. */
  'lowest-above-keyboard': '(max-height: 240px)',
  'low-and-wide': '(max-height: 560px) and (min-width: 561px)',
  /** A small phone in landscape: there is space for a name and a button, not for a description. */
  lowest: '(max-height: 380px) and (min-width: 561px)',
  /** A phone in landscape keeps two columns: one above the other would push the button out of view. */
  'one-column': '(max-width: 900px) and (min-height: 561px), (max-width: 560px)',
} as const;
