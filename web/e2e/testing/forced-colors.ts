import { expect, type Page } from '@playwright/test';

type State = {
  /** The controls that have it. */
  where: string;
  /** The part of the page that shows it, if it is another one than the control. */
  around?: string;
  /** Its values; null: the attribute is missing. Without an attribute it is whether a field is checked. */
  attribute?: [name: string, one: string, other: string | null];
};

const states: State[] = [
  ...['aria-pressed', 'aria-selected', 'aria-checked'].map(
    (name): State => ({
      // An entry of a menu shows it by a tick, and the one that is pointed at has the colour of a chosen one. A pressed
      // button of the call's bar has the look of an active one, which would stay.
      where: `[${name}="true"]:not([data-menu-item], [data-look="active"]), [${name}="false"]:not([data-menu-item])`,
      attribute: [name, 'true', 'false'],
    }),
  ),
  ...['page', 'true', 'step', 'date'].map(
    (value): State => ({
      where: `[aria-current="${value}"]`,
      attribute: ['aria-current', value, null],
    }),
  ),
  {
    where: '.mantine-Switch-input, .mantine-Checkbox-input, .mantine-Radio-radio',
    around: '.mantine-Switch-root, .mantine-Checkbox-root, .mantine-Radio-root',
  },
  { where: '.mantine-SegmentedControl-control', attribute: ['data-active', 'true', null] },
  { where: '[data-chosen]', attribute: ['data-chosen', 'true', null] },
];

/**
 * Runs in the page: gives each control the other state, and compares how both look.
 * @returns the controls that look alike in both states, and sliders whose track the browser does not draw
 */
function findUnseenStates(wanted: State[]): string[] {
  const properties = [
    ...[
      'color',
      'background-color',
      'background-image',
      'fill',
      'stroke',
      'opacity',
      'visibility',
      'display',
    ],
    ...[
      'outline-style',
      'outline-width',
      'outline-color',
      'font-weight',
      'text-decoration-line',
      'transform',
    ],
    ...[
      'border-top-style',
      'border-top-width',
      'border-top-color',
      'border-bottom-style',
      'border-bottom-color',
    ],
    'inset-inline-start',
  ];
  const lookOf = (root: Element): string =>
    [root, ...root.querySelectorAll('*')]
      .flatMap((element) => ['', '::before', '::after'].map((part) => getComputedStyle(element, part)))
      .flatMap((style) => properties.map((property) => style.getPropertyValue(property)))
      .join();
  const flip = (element: Element, attribute: State['attribute']): void => {
    if (!attribute) {
      if (element instanceof HTMLInputElement) element.checked = !element.checked;
      return;
    }
    const [name, one, other] = attribute;
    const next = element.getAttribute(name) === one ? other : one;
    if (next === null) element.removeAttribute(name);
    else element.setAttribute(name, next);
  };
  const shownIn = (where: string): Element[] =>
    [...document.querySelectorAll(where)].filter((element) => element.getClientRects().length > 0);

  // A colour that fades would still be that of the other state.
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  const checked = [...document.querySelectorAll<HTMLInputElement>('input:checked')];
  const alike = wanted.flatMap(({ where, around, attribute }) =>
    shownIn(where).filter((element) => {
      const root = (around !== undefined && element.closest(around)) || element;
      const before = lookOf(root);
      flip(element, attribute);
      const after = lookOf(root);
      flip(element, attribute);
      return before === after;
    }),
  );
  // A radio button that was given the other state has taken that of its neighbour.
  for (const input of checked) input.checked = true;
  const sliders = shownIn('input[type="range"]').filter((slider) => {
    const style = getComputedStyle(slider);
    return style.appearance === 'none' && style.getPropertyValue('forced-color-adjust') !== 'none';
  });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  return [...alike, ...sliders].map((element) => element.outerHTML.slice(0, 200));
}

/** Checks in forced colours that every control of the page shows its state. A page is left without them. */
export async function expectStatesSeen(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.evaluate(findUnseenStates, states)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}
