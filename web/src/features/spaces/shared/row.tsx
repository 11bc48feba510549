import type { ReactNode } from 'react';
import { Link } from '../../../routing/link.tsx';
import { Name } from '../../../ui/name.tsx';
import css from './row.module.css';

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
  /** The actions need a line of their own where there is little room. */
  hasWideActions?: boolean;
};

/** One thing of a list: what it is, what is to be known about it, what can be done with it. */
export function Row({ lead, name, to, onOpen, mark, about, meta, actions, hasWideActions }: Props) {
  return (
    <li
      className={css.row}
      data-wide={hasWideActions || undefined}
      data-link={to !== undefined || onOpen !== undefined || undefined}
    >
      <span className={css.lead} aria-hidden>
        {lead}
      </span>
      <span className={css.main}>
        <span className={css.first}>
          <RowName name={name} to={to} onOpen={onOpen} />
          {mark}
        </span>
        {about && <span className={css.about}>{about}</span>}
      </span>
      {meta && <span className={css.meta}>{meta}</span>}
      {actions && <span className={css.actions}>{actions}</span>}
    </li>
  );
}

function RowName({ name, to, onOpen }: Pick<Props, 'name' | 'to' | 'onOpen'>) {
  if (to !== undefined) {
    return (
      <Link className={css.name} to={to}>
        <Name>{name}</Name>
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" className={css.name} onClick={onOpen}>
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
export function Facts({ children }: { children: ReactNode }) {
  return <span className={css.facts}>{children}</span>;
}

export function Fact({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={css.fact}>
      {icon}
      {children}
    </span>
  );
}

/** A fact that stands under the same one of the rows above and below. */
export function Column({ children }: { children: ReactNode }) {
  return <span className={css.column}>{children}</span>;
}

/** The square before a row, with its icon. */
export function Tile({ children }: { children: ReactNode }) {
  return <span className={css.tile}>{children}</span>;
}

export function Mark({ children }: { children: string }) {
  return <span className={css.mark}>{children}</span>;
}
