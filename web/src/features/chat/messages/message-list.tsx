import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useChat } from '../../../room/chat-context.ts';
import { Pill, Row } from '../../../ui/layout/layout.tsx';
import { Bone } from '../../../ui/parts/bone.tsx';
import rows from '../../../ui/parts/virtual-list.module.css';
import { useStore } from '../../../ui/use-store.ts';
import { useAuthors, useConversation, useConversationScreen } from '../conversation-screen.ts';
import { EmptyConversation } from '../conversation-states.tsx';
import css from './message-list.module.css';
import { MessageRow } from './message-row.tsx';
import { PendingRow } from './pending-row.tsx';
import { keyOfMessage, keyOfPending } from './rows.ts';
import { ToEnd } from './to-end.tsx';
import { useActiveRow } from './use-active-row.ts';
import { useEndKept } from './use-end-kept.ts';
import { useOlder } from './use-older.ts';
import { type ListVirtualizer, useReading } from './use-reading.ts';

export type MessageListHandle = { reveal: (messageId: string) => Promise<void>; toEnd: () => void };

/** In ms. How long a message stays highlighted after a jump to it. */
const litFor = 1_600;
/** Space in pixels above the first message, for the state of older ones. */
const headroom = 56;

/** The messages. Only the visible ones are rendered, so that a hundred thousand scroll like a hundred. */
export function MessageList({ ref }: { ref: Ref<MessageListHandle> }) {
  const text = useText('chat');
  const { conversation } = useConversationScreen();
  const { messages, pending, divider, calls } = useStore(conversation.state);
  const me = useStore(useChat().me);
  const authorOf = useAuthors();
  const box = useRef<HTMLDivElement>(null);
  const [lit, setLit] = useState<string>();
  const keyAt = useCallback(
    (index: number): string => {
      const message = messages[index];
      if (message) return keyOfMessage(message, me?.id);
      const one = pending[index - messages.length];
      return one ? keyOfPending(one) : String(index);
    },
    [messages, pending, me?.id],
  );
  const list: ListVirtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: messages.length + pending.length,
    getScrollElement: () => box.current,
    estimateSize: () => 48,
    getItemKey: keyAt,
    overscan: 8,
    paddingStart: headroom,
    paddingEnd: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 80,
  });
  const isAtEnd = list.isAtEnd(80);
  useReading(list, isAtEnd);
  useOlder(box);
  const isEmpty = messages.length === 0 && pending.length === 0;
  useEndKept(box, !isEmpty);
  const active = useActiveRow(list, box);
  useImperativeHandle(ref, () => ({
    toEnd: () => requestAnimationFrame(() => list.scrollToEnd()),
    reveal: async (id) => {
      if (!(await conversation.loadBackTo(id))) {
        const isCut = conversation.state.get().loadOlder === 'failed';
        conversation.actions.showNotice(isCut ? 'unreachable' : 'not_found');
        return;
      }
      const index = conversation.state.get().messages.findIndex((message) => message.id === id);
      // Wait until the loaded page is rendered.
      requestAnimationFrame(() => list.scrollToIndex(index, { align: 'center' }));
      setLit(id);
      setTimeout(() => setLit((current) => (current === id ? undefined : current)), litFor);
    },
  }));
  if (isEmpty) return <EmptyConversation />;
  return (
    <Row grow className={css.frame}>
      <div ref={box} className={css.scroll} data-scroll>
        <ul
          className={rows.list}
          style={{ height: list.getTotalSize() }}
          aria-label={text.conversation}
          onPointerLeave={active.onLeave}
          onKeyDown={active.onKeyDown}
        >
          <Above />
          {list.getVirtualItems().map((item) => {
            const message = messages[item.index];
            const one = pending[item.index - messages.length];
            return (
              <li
                key={item.key}
                ref={list.measureElement as Ref<HTMLLIElement>}
                data-index={item.index}
                className={rows.item}
                style={{ transform: `translateY(${item.start}px)` }}
                data-active={active.key === item.key || undefined}
              >
                {message && (
                  <MessageRow
                    message={message}
                    before={messages[item.index - 1]}
                    author={authorOf(message)}
                    divider={divider}
                    calls={calls}
                    isLit={lit === message.id}
                    rowKey={String(item.key)}
                    isActive={active.key === item.key}
                    isFocusable={active.focusable(item.index) === item.index}
                    onActivate={active.activate}
                    onHold={active.hold}
                  />
                )}
                {!message && one && (
                  <PendingRow
                    pending={one}
                    before={pending[item.index - messages.length - 1] ?? messages.at(-1)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {!isAtEnd && <ToEnd onPress={() => list.scrollToEnd({ behavior: 'smooth' })} />}
    </Row>
  );
}

/** Above the first loaded message. */
function Above() {
  const text = useText('chat');
  const { conversation } = useConversationScreen();
  const hasOlder = useConversation((state) => state.hasOlder);
  const older = useConversation((state) => state.loadOlder);
  const isLoading = older !== 'failed' && hasOlder;
  return (
    <Row
      as="li"
      align="center"
      justify="center"
      gap="md"
      size="sm"
      dim
      p="0 lg"
      className={css.above}
      aria-busy={isLoading || undefined}
    >
      {isLoading ? <Bone width={56} height={8} /> : older === 'failed' ? text.olderFailed : text.beginning}
      {older === 'failed' && (
        <Pill tone="text" tall={36} frame="line-strong" onClick={() => void conversation.loadOlder()}>
          {text.tryAgain}
        </Pill>
      )}
    </Row>
  );
}
