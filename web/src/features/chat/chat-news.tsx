import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { NewMessages } from '../../models/chat/chat.ts';
import { useChat } from '../../room/chat-context.ts';
import { isSoundOn } from '../../sound/setting.ts';
import { playTone } from '../../sound/tone.ts';
import { useAuthors, type Written } from './conversation-screen.ts';

/** In ms. Throttle chat sounds to one every 30 s. */
const quietFor = 2_500;
const mostRead = 5;

type Line = Written & { id: string; text: string };

type Props = {
  /** True where notices announce private messages that are not in view, so that they are read out once. */
  hasNotices?: boolean;
};

/** Reports new messages: by a sound if they are not in view, and as text for screen readers. */
export function ChatNews({ hasNotices = false }: Props) {
  const chat = useChat();
  const text = useText('chat');
  const authorOf = useAuthors();
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY;
    return chat.onNewMessages((news) => {
      const isNoticed = hasNotices && news.conversation !== chat.room && !news.conversation.isVisible;
      const heard = isNoticed ? [] : news.messages;
      const fresh = heard.map(({ id, userId, meta, text }) => ({ id, userId, meta, text }));
      setLines((earlier) => [...earlier, ...fresh].slice(-mostRead));
      const isQuiet = performance.now() - lastAt < quietFor;
      if (isQuiet || isLookedAt(news) || !isSoundOn()) return;
      lastAt = performance.now();
      playTone('message');
    });
  }, [chat, hasNotices]);
  return (
    <VisuallyHidden role="log" aria-live="polite" aria-label={text.chat}>
      {lines.map((line) => (
        <span key={line.id}>{text.heard({ name: authorOf(line).name, text: line.text })}</span>
      ))}
    </VisuallyHidden>
  );
}

function isLookedAt({ conversation }: NewMessages): boolean {
  return document.visibilityState === 'visible' && conversation.isVisible;
}
