import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import css from './search-bar.module.css';
import type { TranscriptSearch } from './use-transcript-view.ts';

/** The search inside a transcript. Enter goes to the next match, Shift+Enter to the previous one. */
export function SearchBar({ search }: { search: TranscriptSearch }) {
  const text = useText('transcript');
  const list = useText('list');
  const input = useRef<HTMLInputElement>(null);
  const { written, write, matches, current, step } = search;
  const isSearching = written.trim() !== '';

  function onKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter' && matches.length > 0) {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape' && written !== '') {
      event.stopPropagation();
      write('');
    }
  }

  return (
    <Row align="center" shrink field className={css.search}>
      <TextInput
        ref={input}
        variant="unstyled"
        flex={1}
        leftSection={<IconSearch size={18} aria-hidden />}
        inputMode="search"
        enterKeyHint="search"
        aria-label={text.search}
        placeholder={text.search}
        maxLength={200}
        value={written}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <Text as="span" fixed size="sm" dim nowrap tabular p="0 xs" hidesEmpty role="status">
        {isSearching &&
          (matches.length === 0
            ? text.notFound
            : text.found({ current: current + 1, count: matches.length }))}
      </Text>
      {isSearching && (
        <>
          <IconButton
            icon={IconChevronUp}
            aria-label={text.previous}
            title={text.previous}
            disabled={matches.length === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            icon={IconChevronDown}
            aria-label={text.next}
            title={text.next}
            disabled={matches.length === 0}
            onClick={() => step(1)}
          />
          <IconButton
            icon={IconX}
            aria-label={list.clear}
            title={list.clear}
            onClick={() => {
              write('');
              input.current?.focus();
            }}
          />
        </>
      )}
    </Row>
  );
}
