import { Children, type ComponentType, isValidElement, type ReactNode, type Ref } from 'react';
import { Link } from '../../routing/link.tsx';
import { Grid, Row as Line, Stack, Text } from '../../ui/layout/layout.tsx';
import { Name } from '../../ui/parts/name.tsx';
import coverCss from './cover.module.css';
import css from './row.module.css';

type RowsProps = {
  label: string;
  /** Other rows are being loaded. */
  isBehind: boolean;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
};

/** The rows of a list, each an `li`. */
export function Rows({ label, isBehind, ref, children }: RowsProps) {
  return (
    <Stack as="ul" ref={ref} ruled aria-label={label} aria-busy={isBehind} data-behind={isBehind}>
      {children}
    </Stack>
  );
}

type Props = {
  lead: ReactNode;
  name: string;
  /** The page that a click on the row opens. */
  to?: string | undefined;
  /** Or a function that opens something over the page. */
  onOpen?: () => void;
  /** Beside the name. */
  mark?: ReactNode;
  about?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  /** Replaces the name while it is being edited. */
  editor?: ReactNode;
  /** Called when pointer or focus enters and leaves the row. */
  onWatch?: (isWatched: boolean) => void;
  /** True for an empty row. */
  isFaded?: boolean;
  /** True if the actions need a line of their own on a narrow screen. */
  hasWideActions?: boolean;
};

/** One row: its name, facts about it, and its actions. */
export function Row(props: Props) {
  const { lead, name, to, onOpen, mark, about, meta, actions, editor, onWatch, isFaded, hasWideActions } =
    props;
  return (
    <li
      className={css.row}
      data-faded={isFaded || undefined}
      onPointerEnter={onWatch && (({ pointerType }) => pointerType === 'mouse' && onWatch(true))}
      onPointerLeave={onWatch && (() => onWatch(false))}
      onFocus={onWatch && (() => onWatch(true))}
      onBlur={onWatch && (() => onWatch(false))}
      data-wide={hasWideActions || undefined}
      data-link={to !== undefined || onOpen !== undefined || undefined}
    >
      <span className={css.lead} aria-hidden>
        {lead}
      </span>
      <Stack as="span" className={css.main} shrink>
        <Line as="span" className={css.first} gap="sm" align="center" shrink>
          {editor || <RowName name={name} to={to} onOpen={onOpen} />}
          {!editor && mark}
        </Line>
        {about && (
          <Text as="span" className={css.about} size="sm" dim truncate shrink>
            {about}
          </Text>
        )}
      </Stack>
      {meta && (
        <Line
          as="span"
          className={css.meta}
          gap="lg"
          align="center"
          justify="end"
          shrink
          size="sm"
          dim
          nowrap
          tabular
        >
          {meta}
        </Line>
      )}
      {actions && (
        <Line as="span" className={css.actions} gap="xs" align="center">
          {actions}
        </Line>
      )}
    </li>
  );
}

function RowName({ name, to, onOpen }: Pick<Props, 'name' | 'to' | 'onOpen'>) {
  const opens = to !== undefined || onOpen !== undefined;
  const look = {
    ...({ size: 'lg', weight: 550, tone: 'text', shrink: true } as const),
    className: opens ? `${css.name} ${coverCss.cover}` : css.name,
    children: <Name>{name}</Name>,
  };
  if (to !== undefined) return <Text as={Link} {...look} to={to} />;
  if (onOpen) return <Text as="button" {...look} onClick={onOpen} />;
  return <Text as="span" {...look} />;
}

/** Facts on one line: each child is one, a RowDetail what consists of several. */
export const RowDetails = ({ children }: { children: ReactNode }) => (
  <Line as="span" className={css.facts} inline gap="0 lg" wrap align="center" shrink>
    {Children.map(children, (fact) =>
      !fact || (isValidElement(fact) && (fact.type === RowDetail || fact.type === RowColumn)) ? (
        fact
      ) : (
        <RowDetail>{fact}</RowDetail>
      ),
    )}
  </Line>
);

type DetailProps = { icon?: ReactNode; children: ReactNode };

export const RowDetail = ({ icon, children }: DetailProps) => (
  <Line as="span" className={css.fact} inline gap="xs" align="center" nowrap shrink>
    {icon}
    {children}
  </Line>
);

/** A fact that is aligned with the same fact of other rows. */
export const RowColumn = ({ children }: { children: ReactNode }) => (
  <span className={css.column}>{children}</span>
);

/** The square with an icon at the start of a row. */
export const RowIcon = ({
  icon: Icon,
  children,
}: {
  icon?: ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>;
  children?: ReactNode;
}) => (
  <Grid as="span" ground="fill" square={36} radius="md" size="sm" weight={600} dim center>
    {Icon ? <Icon size={20} stroke={1.6} aria-hidden /> : children}
  </Grid>
);

/** `about` explains the word on hover. */
export const RowTag = ({ children, about }: { children: string; about?: string }) => (
  <Text as="span" ground="fill" p="0 sm" radius="md" size="xs" dim fixed title={about}>
    {children}
  </Text>
);
