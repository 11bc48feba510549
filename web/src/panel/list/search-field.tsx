import { TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import css from './list-tools.module.css';

const pause = 250;

type Props = { label: string; value: string; onChange: (text: string) => void };

/** A search field. It searches when the typing pauses. */
export function SearchField({ label, value, onChange }: Props) {
  const text = useText('list');
  const [written, setWritten] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;

  useEffect(() => {
    // The address changed without the field: Back, or a cleared filter.
    if (value === asked.current) return;
    asked.current = value;
    setWritten(value);
  }, [value]);

  useEffect(() => {
    if (written === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = written;
      latest.current(written);
    }, pause);
    return () => clearTimeout(timer);
  }, [written]);

  return (
    <TextInput
      ref={input}
      className={css.search}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        written !== '' && (
          <IconButton
            icon={IconX}
            aria-label={text.clear}
            onClick={() => {
              setWritten('');
              input.current?.focus();
            }}
          />
        )
      }
      inputMode="search"
      enterKeyHint="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={written}
      onChange={(event) => setWritten(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || written === '') return;
        event.stopPropagation();
        setWritten('');
      }}
    />
  );
}
