import { IconFilter } from '@tabler/icons-react';
import { Choice } from '../../ui/form/choice.tsx';
import type { List } from './use-list.ts';

type Props<T, F extends string> = {
  list: List<T, F>;
  /** For screen readers: the property that narrows the list. */
  label: string;
  /** The label for no filter. */
  any: string;
  names: Readonly<Record<F, string>>;
  /** In the order in which they are offered. */
  values: readonly F[];
};

/** A filter by one property. */
export function ListFilter<T, F extends string>({ list, label, any, names, values }: Props<T, F>) {
  return (
    <Choice
      label={label}
      icon={<IconFilter size={18} />}
      options={[{ value: '', label: any }, ...values.map((value) => ({ value, label: names[value] }))]}
      value={list.view.filter ?? ''}
      onChange={(wanted) => list.filterBy(values.find((value) => value === wanted))}
    />
  );
}
