import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { SearchField } from '../../../panel/list/search-field.tsx';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { VirtualList } from '../../../ui/parts/virtual-list.tsx';
import { ChatLineRow } from './chat-line-row.tsx';
import { type ChatLine, linesOf, linesWith, renamed } from './chat-lines.ts';
import css from './original-chat.module.css';
import { RenameDialog, type Renaming } from './rename-dialog.tsx';
import type { OriginalChatEditing } from './use-original-chat.ts';

type Props = { chat: OriginalChatEditing; lines: readonly ChatLine[] };

const keyOf = ({ id }: ChatLine): string => id;

/** All lines, with a search; only those in view are rendered. */
export function OriginalChatLines({ chat, lines }: Props) {
  const text = useText('originalChat');
  const [search, setSearch] = useState('');
  const [renaming, setRenaming] = useState<ChatLine>();
  const found = linesWith(lines, search);
  const hidden = lines.filter(({ isHidden }) => isHidden).length;

  const toggle = ({ id, isHidden }: ChatLine): void =>
    void chat.save([{ id, isHidden: !isHidden }], isHidden ? text.didShow : text.didHide);

  async function rename({ line, name, isForAll }: Renaming): Promise<boolean> {
    const changes = renamed(isForAll ? linesOf(lines, line.author) : [line], name);
    if (changes.length === 0) return true;
    return chat.save(changes, text.didRename(changes.length));
  }
  return (
    <>
      <div className={css.tools}>
        <SearchField label={text.search} value={search} onChange={setSearch} />
        <p className={css.count} role="status">
          {text.found(found.length)}
          {hidden > 0 && `, ${text.hiddenCount(hidden)}`}
        </p>
      </div>
      <DialogError>{renaming ? undefined : chat.trouble}</DialogError>
      {chat.done && <Done said={chat.done.said} isBusy={chat.isBusy} onUndo={chat.undo} />}
      <Card>
        {found.length === 0 ? (
          <p className={css.nothing}>{text.nothing}</p>
        ) : (
          <section className={css.scroll} aria-label={text.list} data-scroll>
            <VirtualList items={found} keyOf={keyOf} rowHeight={72}>
              {(line) => (
                <ChatLineRow line={line} onToggle={() => toggle(line)} onRename={() => setRenaming(line)} />
              )}
            </VirtualList>
          </section>
        )}
      </Card>
      <RenameDialog
        line={renaming}
        count={renaming ? linesOf(lines, renaming.author).length : 0}
        isBusy={chat.isBusy}
        trouble={chat.trouble}
        onRename={rename}
        onClose={() => setRenaming(undefined)}
      />
    </>
  );
}

type DoneProps = { said: string; isBusy: boolean; onUndo: () => void };

function Done({ said, isBusy, onUndo }: DoneProps) {
  const text = useText('originalChat');
  return (
    <div className={css.done} role="status">
      <span>{said}</span>
      <Button
        variant="subtle"
        size="compact-md"
        loading={isBusy}
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        onClick={onUndo}
      >
        {text.undo}
      </Button>
    </div>
  );
}
