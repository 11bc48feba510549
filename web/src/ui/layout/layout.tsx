import type { ComponentProps, ElementType, ReactNode } from 'react';
import css from './layout.module.css';

/** Lengths of ui/theme/theme.ts: 4, 8, 12 and 16 px between things, 24 px between parts of a page. */
export type Gap = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

type Space = Gap | '0';

/** As in CSS: all sides; then the block and the inline ones; then the start and the end of the block apart. */
type Padding = Space | `${Space} ${Space}` | `${Space} ${Space} ${Space}`;

/** Sizes of ui/theme/theme.ts: 12, 13, 14, 15 and 16 px. Style sheets write `var(--size-sm)`. */
type TextSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

/** Backgrounds of ui/theme/theme.ts. */
type Ground =
  | 'ground-soft'
  | 'surface'
  | 'fill'
  | 'accent'
  | 'accent-soft'
  | 'warning-soft'
  | 'danger-soft'
  | 'stage-ground'
  | 'stage-tile'
  | 'stage-raised';

type LayoutProps = {
  children?: ReactNode;
  /** Adds what is special about this element; a style sheet overrides whatever the other props say. */
  className?: string | undefined;
  style?: object | undefined;

  /** Between the children; of two, the first is that between lines. */
  gap?: Space | `${Space} ${Space}` | undefined;
  /** Starts new lines where the space ends. */
  wrap?: boolean | undefined;
  /** Across the direction of a Stack or Row; vertically in a Grid. */
  align?: 'start' | 'center' | 'end' | 'baseline' | undefined;
  /** Along the direction of a Stack or Row. */
  justify?: 'start' | 'center' | 'end' | 'between' | undefined;
  /** As wide as the content, inside a line of text. */
  inline?: boolean | undefined;
  /** Draws a line between the children. */
  ruled?: boolean | undefined;

  /** As a child of a Row or Stack: takes the rest of the space, and may become smaller than its content. */
  grow?: boolean | undefined;
  /** As a child of a Row or Stack: keeps its size. */
  fixed?: boolean | undefined;
  /** As a child of a Row or Stack: may become narrower than its content. */
  shrink?: boolean | undefined;
  /** As a child of a Row: at its end. */
  push?: boolean | undefined;
  /** As a child of a Stack: as wide as its content. */
  self?: 'start' | 'center' | undefined;
  /** The margins above and below. */
  mt?: Gap | undefined;
  mb?: Gap | undefined;

  /** The padding. */
  p?: Padding | undefined;
  /** The padding at the end of a line, where a button has its own. */
  pe?: Space | undefined;
  /** The least height in pixels; that of a small control is 44 for a finger. */
  tall?: 32 | 36 | 40 | 44 | 52 | 64 | undefined;
  /** The width and the height in pixels. */
  square?: 8 | 10 | 20 | 32 | 36 | 40 | 44 | 48 | undefined;
  /** As wide as its parent. */
  full?: boolean | undefined;
  /** The longest line of a text, in characters. */
  measure?: 44 | 70 | undefined;

  /** A line around it. */
  frame?: 'line' | 'line-strong' | 'accent' | 'current' | undefined;
  /** A line above or below it. */
  rule?: 'top' | 'bottom' | undefined;
  radius?: 'sm' | 'md' | 'lg' | 'round' | undefined;
  ground?: Ground | undefined;
  /** Shows that a pointer is on it: by its background, or by the colour of a muted text. */
  hover?: 'fill' | 'text' | undefined;
  /** The outline of the focus is inside, because the parent clips what is outside. */
  inset?: boolean | undefined;
  /** A picture that covers its parent. */
  covers?: boolean | undefined;
  /** The frame of a field: it shows the focus of what is inside. */
  field?: boolean | undefined;
  /** Fades and returns while something is loaded. */
  pulse?: boolean | undefined;
  /** For screen readers only. */
  unseen?: boolean | undefined;
  /** Takes no space while it has no content. */
  hidesEmpty?: boolean | undefined;
  /** Not shown on this screen (ui/theme/screens.ts), on paper, or for a finger. */
  hide?: 'phone' | 'compact' | 'print' | 'touch' | undefined;

  size?: TextSize | undefined;
  weight?: 400 | 500 | 550 | 600 | 650 | undefined;
  /** The line height. */
  leading?: 1.25 | 1.35 | undefined;
  /** Muted. */
  dim?: boolean | undefined;
  tone?: 'text' | 'accent' | 'success' | 'warning' | 'danger' | 'stage' | 'stage-dim' | undefined;
  /** Centres the lines of a text; the children of a Grid in their cells. */
  center?: boolean | undefined;
  /** One line, which ends in an ellipsis. */
  truncate?: boolean | undefined;
  /** So many lines at most, the last of which ends in an ellipsis. */
  clamp?: 2 | 3 | undefined;
  nowrap?: boolean | undefined;
  /** Breaks long words. */
  breaks?: boolean | undefined;
  /** Keeps the line breaks and spaces of the text. */
  lines?: boolean | undefined;
  /** For links and buttons. */
  underline?: 'always' | 'hover' | undefined;
  /** Links inside have the colour of the accent. */
  links?: boolean | undefined;
  /** No last line of one word. */
  pretty?: boolean | undefined;
  /** In the font of code. */
  mono?: boolean | undefined;
  /** Figures of equal width. */
  tabular?: boolean | undefined;
};

type Props<Tag extends ElementType> = LayoutProps & { as?: Tag } & Omit<
    ComponentProps<Tag>,
    keyof LayoutProps | 'as'
  >;

const tones: Record<string, string> = {
  dim: 'text-muted',
  success: 'success-text',
  warning: 'warning-text',
  danger: 'danger-text',
  stage: 'stage-text',
  'stage-dim': 'stage-text-muted',
};

/** The props whose values name steps of a scale: the first words of the theme's variables. */
const scales: Record<string, string> = {
  ...{ gap: 'gap-', p: 'gap-', pe: 'gap-', mt: 'gap-', mb: 'gap-', size: 'size-', tall: 'tap-' },
  ...{ radius: 'mantine-radius-', frame: '' },
};

/** The other props with a value. */
const plain = new Set('weight leading clamp square measure align self justify'.split(' '));

/** The props that are attributes without more. */
const attributes = new Set(
  `wrap inline ruled grow fixed shrink push full rule hover inset hidesEmpty hide covers field pulse unseen center
   truncate nowrap breaks lines links underline pretty mono tabular`.split(/\s+/),
);

/**
 * A component of one kind of layout. `as` is its element or component; other props are those of this element. Lists,
 * paragraphs, headings, buttons and links come without the margins, bullets and frames of the browser
 * (docs/decisions/0172).
 */
function layout<Default extends ElementType>(kind: string | undefined, element: Default) {
  return function Layout<Tag extends ElementType = Default>(props: Props<Tag>) {
    const { as, className, style, dim, tone, ground, ...more } = props;
    const Element: ElementType = as ?? element;
    const color = dim ? 'dim' : tone;
    const others: Record<string, unknown> = {
      ...(Element === 'button' && { type: 'button' }),
      ...{ 'data-color': color, 'data-color-ground': ground && true },
    };
    const look: Record<string, unknown> = {
      ...(color && { '--box-color': `var(--${tones[color] ?? color})` }),
      ...(ground && { '--box-ground': `var(--${ground})` }),
      ...style,
    };
    for (const [name, value] of Object.entries(more)) {
      const scale = scales[name];
      const isValue = scale !== undefined || plain.has(name);
      if (!isValue && !attributes.has(name)) others[name] = value;
      else if (value) {
        others[`data-${name.toLowerCase()}`] = value;
        // A zero is no step.
        if (isValue)
          look[`--box-${name}`] =
            scale === undefined ? value : `${value}`.replace(/[1-9a-z][\da-z-]*/g, `var(--${scale}$&)`);
      }
    }
    return (
      <Element {...others} style={look} className={[css.box, kind, className].filter(Boolean).join(' ')} />
    );
  };
}

/** One below the other: `<Stack as="ul" gap="sm">`. */
export const Stack = layout(css.stack, 'div');

/** Side by side: `<Row align="center" justify="between" gap="sm lg" wrap>`. */
export const Row = layout(css.row, 'div');

/** Cells; the style sheet of the page says which columns, if there is more than one. */
export const Grid = layout(css.grid, 'div');

/** A frame with related content: rows, a form, an empty state. */
export const Card = layout(css.card, 'div');

/** The title of a section or dialog: a level below the page's own. */
export const Title = layout(css.title, 'h2');

/** The title of a page. */
export const PageTitle = layout(css.pageTitle, 'h1');

/** A small button with round ends; as a `span`, a mark. */
export const Pill = layout(css.pill, 'button');

/** A paragraph, or any other text: `<Text as="span" size="sm" dim>`. */
export const Text = layout(undefined, 'p');
