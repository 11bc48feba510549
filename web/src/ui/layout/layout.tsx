import type { ComponentProps, ElementType, ReactNode } from 'react';
import css from './layout.module.css';

/** Lengths of ui/theme/theme.ts: 4, 8, 12 and 16 px. Style sheets write `var(--gap-sm)`. */
export type Gap = 'xs' | 'sm' | 'md' | 'lg';

/** Sizes of ui/theme/theme.ts: 12, 13, 14, 15 and 16 px. Style sheets write `var(--size-sm)`. */
type TextSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

type LayoutProps = {
  children?: ReactNode;
  /** Adds what is special about this element; a style sheet overrides whatever the other props say. */
  className?: string | undefined;

  /** Between the children. */
  gap?: Gap | undefined;
  /** Starts new lines where the space ends; a gap is that between the lines, if it differs from `gap`. */
  wrap?: boolean | Gap | undefined;
  /** Across the direction of a Stack or Row; vertically in a Grid. */
  align?: 'start' | 'center' | 'end' | 'baseline' | undefined;
  /** Along the direction of a Stack or Row. */
  justify?: 'center' | 'end' | 'between' | undefined;
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
  /** The margins above and below. */
  mt?: Gap | undefined;
  mb?: Gap | undefined;

  size?: TextSize | undefined;
  weight?: 400 | 500 | 550 | 600 | 650 | undefined;
  /** The line height. */
  leading?: 1.35 | 1.4 | 1.5 | undefined;
  /** Muted. */
  dim?: boolean | undefined;
  tone?: 'text' | 'accent' | 'warning' | 'danger' | undefined;
  /** Centres the lines of a text; the children of a Grid in their cells. */
  center?: boolean | undefined;
  /** One line, which ends in an ellipsis. */
  truncate?: boolean | undefined;
  nowrap?: boolean | undefined;
  /** Breaks long words. */
  breaks?: boolean | undefined;
  /** For links and buttons. */
  underline?: 'always' | 'hover' | undefined;
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

/**
 * A component of one kind of layout. `as` is its element or component; other props are those of this element. Lists,
 * paragraphs, headings, buttons and links come without the margins, bullets and frames of the browser
 * (docs/decisions/0172).
 */
function layout<Default extends ElementType>(kind: string | undefined, element: Default) {
  return function Layout<Tag extends ElementType = Default>(props: Props<Tag>) {
    const { as, className, gap, wrap, align, justify, inline, ruled, ...more } = props;
    const { grow, fixed, shrink, mt, mb, size, weight, leading, dim, tone, ...texts } = more;
    const { center, truncate, nowrap, breaks, underline, pretty, mono, tabular, ...others } = texts;
    const Element: ElementType = as ?? element;
    return (
      <Element
        className={[css.box, kind, className].filter(Boolean).join(' ')}
        data-gap={gap}
        data-wrap={wrap || undefined}
        data-align={align}
        data-justify={justify}
        data-inline={inline || undefined}
        data-ruled={ruled || undefined}
        data-flex={(grow && 'grow') || (fixed && 'fixed') || (shrink && 'shrink') || undefined}
        data-mt={mt}
        data-mb={mb}
        data-font={size}
        data-weight={weight}
        data-leading={leading}
        data-color={dim ? 'dim' : tone}
        data-center={center || undefined}
        data-break={(truncate && 'truncate') || (nowrap && 'nowrap') || (breaks && 'anywhere') || undefined}
        data-underline={underline}
        data-pretty={pretty || undefined}
        data-mono={mono || undefined}
        data-tabular={tabular || undefined}
        {...others}
      />
    );
  };
}

/** One below the other: `<Stack as="ul" gap="sm">`. */
export const Stack = layout(css.stack, 'div');

/** Side by side: `<Row align="center" justify="between" gap="lg" wrap="sm">`. */
export const Row = layout(css.row, 'div');

/** Cells; the style sheet of the page says which columns, if there is more than one. */
export const Grid = layout(css.grid, 'div');

/** A frame with related content: rows, a form, an empty state. */
export const Card = layout(css.card, 'div');

/** The title of a section or dialog: a level below the page's own. */
export const Title = layout(css.title, 'h2');

/** A paragraph, or any other text: `<Text as="span" size="sm" dim>`. */
export const Text = layout(undefined, 'p');
