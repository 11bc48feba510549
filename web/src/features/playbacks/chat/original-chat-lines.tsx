import { IconEye, IconEyeOff, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { SearchField } from '../../../panel/list/search-field.tsx';
import { UndoNote } from '../../../panel/undo-note.tsx';
import { Dialog, DialogError } from '../../../ui/form/dialog.tsx';
import { Card, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { MarkedText } from '../../../ui/message/marked.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { VirtualList } from '../../../ui/parts/virtual-list.tsx';
import { clockText, clockValue } from '../../../ui/times.ts';
import { type ChatLine, linesOf, linesWith, renamed, shownName } from './chat-lines.ts';
import css from './original-chat.module.css';
import { RenameForm, type Renaming } from './rename-form.tsx';
import type { OriginalChatEditing } from './use-original-chat.ts';

type Props = { chat: OriginalChatEditing; lines: readonly ChatLine[] };

const keyOf = ({ id }: ChatLine): string => id;

/** All lines, with a search; only those in view are rendered. */
export function OriginalChatLines({ chat, lines }: Props) {
  const text = useText('originalChat');
  const [search, setSearch] = useState('');
  const [renaming, setRenaming] = useState<ChatLine>();
  const close = (): void => setRenaming(undefined);
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
      <Row gap="sm lg" wrap align="center" mb="md">
        <SearchField label={text.search} value={search} onChange={setSearch} />
        <Text size="md" dim role="status">
          {text.found(found.length)}
          {hidden > 0 && `, ${text.hiddenCount(hidden)}`}
        </Text>
      </Row>
      <DialogError>{renaming ? undefined : chat.trouble}</DialogError>
      {chat.done && (
        <Stack mb="md">
          <UndoNote undo={text.undo} isBusy={chat.isBusy} onUndo={chat.undo}>
            {chat.done.said}
          </UndoNote>
        </Stack>
      )}
      <Card>
        {found.length === 0 ? (
          <Text className={css.nothing} size="lg" dim center>
            {text.nothing}
          </Text>
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
      <Dialog isOpen={renaming !== undefined} title={text.renameTitle} onClose={close}>
        {renaming && (
          <RenameForm
            line={renaming}
            count={linesOf(lines, renaming.author).length}
            isBusy={chat.isBusy}
            trouble={chat.trouble}
            onRename={rename}
            onClose={close}
          />
        )}
      </Dialog>
    </>
  );
}

type RowProps = { line: ChatLine; onToggle: () => void; onRename: () => void };

/** One line with its second; a hidden one is faded and says so. */
function ChatLineRow({ line, onToggle, onRename }: RowProps) {
  const text = useText('originalChat');
  const { at, author, displayName, isHidden } = line;
  const [name, time] = [shownName(line), clockText(at)];
  return (
    <Row
      as="article"
      p="sm lg"
      pe="sm"
      rule="bottom"
      className={css.line}
      align="start"
      gap="md"
      data-hidden={isHidden || undefined}
    >
      <Text as="time" className={css.time} size="sm" dim tabular fixed dateTime={clockValue(at)}>
        {time}
      </Text>
      <Stack className={css.words} grow>
        <Row as="p" gap="0 sm" className={css.author} wrap align="center" size="md" weight={600} breaks>
          <bdi>{name}</bdi>
          {displayName !== null && (
            <Text as="span" size="sm" weight={400} dim>
              {text.realName(author)}
            </Text>
          )}
          {isHidden && (
            <Text as="span" p="0 sm" frame="line-strong" radius="round" size="xs" weight={500} dim>
              {text.hidden}
            </Text>
          )}
        </Row>
        <Text as="div" lines className={css.text} size="lg" breaks dir="auto">
          <MarkedText text={line.text} />
        </Text>
      </Stack>
      <Row fixed>
        <IconButton
          icon={IconPencil}
          size={44}
          aria-label={text.renameOf({ author: name, time })}
          title={text.rename}
          onClick={onRename}
        />
        <IconButton
          size={44}
          aria-label={(isHidden ? text.showOf : text.hideOf)({ author: name, time })}
          title={isHidden ? text.show : text.hide}
          onClick={onToggle}
        >
          {isHidden ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
        </IconButton>
      </Row>
    </Row>
  );
}
