import type { ReactNode } from 'react';
import css from './person.module.css';

type Props = { label: string; heads: string[]; rows: { key: string | number; cells: ReactNode[] }[] };

/** A small table of times. */
export function PlainTable({ label, heads, rows }: Props) {
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={heads[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
