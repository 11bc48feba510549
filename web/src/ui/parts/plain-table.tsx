import { type ReactNode, useState } from 'react';
import { Text } from '../layout/layout.tsx';
import css from './plain-table.module.css';

type Props = {
  label: string;
  heads: string[];
  rows: { key: string | number; cells: ReactNode[] }[];
};

/** A small table. */
export function PlainTable({ label, heads, rows }: Props) {
  return (
    <Text as="table" size="md" full tabular className={css.table} aria-label={label}>
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
    </Text>
  );
}

/** Details for few readers, such as the table of a curve for people who cannot see it. They are rendered when opened. */
export function Folded({
  title,
  children,
  ...look
}: {
  title: string;
  p?: 'xs lg md';
  mt?: 'sm';
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Text as="details" size="md" {...look} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Text as="summary" mb="xs" dim>
        {title}
      </Text>
      {isOpen && children}
    </Text>
  );
}
