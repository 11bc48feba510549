import type { ReactNode, Ref } from 'react';
import { Link } from '../../routing/link.tsx';
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
    <ul ref={ref} className={css.rows} aria-label={label} aria-busy={isBehind} data-behind={isBehind}>
      {children}
    </ul>
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
      <span className={css.main}>
        <span className={css.first}>
          {editor || <RowName name={name} to={to} onOpen={onOpen} />}
          {!editor && mark}
        </span>
        {about && <span className={css.about}>{about}</span>}
      </span>
      {meta && <span className={css.meta}>{meta}</span>}
      {actions && <span className={css.actions}>{actions}</span>}
    </li>
  );
}

function RowName({ name, to, onOpen }: Pick<Props, 'name' | 'to' | 'onOpen'>) {
  const className = `${css.name} ${coverCss.cover}`;
  if (to !== undefined) {
    return (
      <Link className={className} to={to}>
        <Name>{name}</Name>
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" className={className} onClick={onOpen}>
        <Name>{name}</Name>
      </button>
    );
  }
  return (
    <span className={css.name}>
      <Name>{name}</Name>
    </span>
  );
}

/** Facts on one line, separated by dots. */
export function RowDetails({ children }: { children: ReactNode }) {
  return <span className={css.facts}>{children}</span>;
}

export function RowDetail({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={css.fact}>
      {icon}
      {children}
    </span>
  );
}

/** A fact that is aligned with the same fact of other rows. */
export function RowColumn({ children }: { children: ReactNode }) {
  return <span className={css.column}>{children}</span>;
}

/** The square with an icon at the start of a row. */
export function RowIcon({ children }: { children: ReactNode }) {
  return <span className={css.tile}>{children}</span>;
}

/** `about` explains the word on hover. */
export function RowTag({ children, about }: { children: string; about?: string }) {
  return (
    <span className={css.mark} title={about}>
      {children}
    </span>
  );
}
