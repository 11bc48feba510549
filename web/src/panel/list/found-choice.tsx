import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useLoaded } from '../loading/use-loaded.ts';
import css from './found-choice.module.css';

const shown = 20;
const pause = 250;

type Option = { id: string; body: ReactNode };

type Props<T> = {
  label: string;
  placeholder: string;
  texts: { none: string; more: string; failed: string };
  find: (query: { limit: number; search?: string }) => Promise<{ items: T[]; total: number }>;
  option: (item: T) => Option;
  /** The first option while there is no search; its id is the empty string. */
  first?: ReactNode;
  chosen: string | undefined;
  onChoose: (id: string) => void;
  error?: string | undefined;
  isFocused?: boolean;
};

/** A select with server-side search: a group may have thousands of rooms. */
export function FoundChoice<T>(props: Props<T>) {
  const { label, texts, find, option, first, chosen, onChoose } = props;
  const group = useId();
  const [written, setWritten] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(written.trim()), pause);
    return () => clearTimeout(timer);
  }, [written]);
  const found = useLoaded({
    key: ['choice', group, search],
    load: () => find({ limit: shown, ...(search !== '' && { search }) }),
  });
  const { items = [], total = 0 } = found.value ?? {};
  const leads: Option[] = first !== undefined && search === '' ? [{ id: '', body: first }] : [];
  return (
    <div>
      <TextInput
        size="md"
        label={label}
        placeholder={props.placeholder}
        leftSection={<IconSearch size={18} aria-hidden />}
        autoComplete="off"
        data-autofocus={props.isFocused || undefined}
        maxLength={200}
        value={written}
        error={props.error}
        onChange={(event) => setWritten(event.currentTarget.value)}
        // The field searches on its own, so Enter must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <fieldset className={css.found} aria-label={label} aria-busy={found.isLoading}>
        {[...leads, ...items.map(option)].map(({ id, body }) => (
          <label key={id} className={css.option}>
            <input type="radio" name={group} checked={id === chosen} onChange={() => onChoose(id)} />
            {body}
          </label>
        ))}
        {found.error !== undefined && <p className={css.note}>{texts.failed}</p>}
        {found.value && leads.length + items.length === 0 && <p className={css.note}>{texts.none}</p>}
        {total > items.length && <p className={css.note}>{texts.more}</p>}
      </fieldset>
    </div>
  );
}
