import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Row, Text } from '../../ui/layout/layout.tsx';
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
  const [search] = useDebouncedValue(written.trim(), pause);
  const found = useLoaded({
    key: ['choice', group, search],
    load: () => find({ limit: shown, ...(search !== '' && { search }) }),
  });
  const { items = [], total = 0 } = found.value ?? {};
  const leads: Option[] = first !== undefined && search === '' ? [{ id: '', body: first }] : [];
  return (
    <div>
      <TextInput
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
      <Text
        as="fieldset"
        ruled
        frame="line"
        className={css.found}
        mt="sm"
        aria-label={label}
        aria-busy={found.isLoading}
      >
        {[...leads, ...items.map(option)].map(({ id, body }) => (
          <Row
            as="label"
            key={id}
            p="sm md"
            tall={44}
            ground={id === chosen ? 'accent-soft' : undefined}
            inset
            gap="md"
            align="center"
            size="md"
          >
            <input type="radio" name={group} checked={id === chosen} onChange={() => onChoose(id)} />
            {body}
          </Row>
        ))}
        {found.error !== undefined && <Remark>{texts.failed}</Remark>}
        {found.value && leads.length + items.length === 0 && <Remark>{texts.none}</Remark>}
        {total > items.length && <Remark>{texts.more}</Remark>}
      </Text>
    </div>
  );
}

const Remark = ({ children }: { children: string }) => (
  <Text p="sm md" size="sm" dim>
    {children}
  </Text>
);
