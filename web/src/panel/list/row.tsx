import type { ReactNode, Ref } from 'react';
import { Link } from '../../routing/link.tsx';
import { Name } from '../../ui/parts/name.tsx';
import coverCss from './cover.module.css';
import css from './row.module.css';

type RowsProps = {
  label: string;
  /** Other rows are on their way. */
  isBehind: boolean;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
};

/** The things of a list, each an `li`. */
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
  /** A page of ours behind the whole row. */
  to?: string | undefined;
  /** Or what a click on the row opens over the page. */
  onOpen?: () => void;
  /** A mark beside the name. */
  mark?: ReactNode;
  about?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  /** In the place of the name, while it is written anew. */
  editor?: ReactNode;
  /** Somebody points at the row or has the focus in it, or does no more. */
  onWatch?: (isWatched: boolean) => void;
  /** There is nothing in it any more. */
  isFaded?: boolean;
  /** The actions need a line of their own where there is little room. */
  hasWideActions?: boolean;
};

/** One thing of a list: what it is, what is to be known about it, what can be done with it. */
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

/** Facts after one another, with a dot between. */
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

/** A fact that stands under the same one of the rows above and below. */
export function RowColumn({ children }: { children: ReactNode }) {
  return <span className={css.column}>{children}</span>;
}

/** The square before a row, with its icon. */
export function RowIcon({ children }: { children: ReactNode }) {
  return <span className={css.tile}>{children}</span>;
}

/** `about` says on hover what the word means. */
export function RowTag({ children, about }: { children: string; about?: string }) {
  return (
    <span className={css.mark} title={about}>
      {children}
    </span>
  );
}
