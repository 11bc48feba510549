import { IconChevronUp, IconPinFilled, IconPinnedOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import css from '../bars.module.css';
import { useAuthors, useConversation, useConversationScreen } from '../conversation-screen.ts';

/** The pinned messages, one at a time; a click jumps to it. */
export function PinnedBar() {
  const text = useText('chat');
  const { conversation, reveal } = useConversationScreen();
  const pins = useConversation((state) => state.pins);
  const role = useConversation((state) => state.role);
  const authorOf = useAuthors();
  const [at, setAt] = useState(0);
  const index = Math.min(at, pins.length - 1);
  const pin = pins[index];
  if (!pin) return null;
  return (
    <Row
      as="section"
      align="center"
      gap="sm"
      size="md"
      p="xs lg"
      pe="xs"
      tall={44}
      rule="bottom"
      className={css.pinned}
      aria-label={text.pinnedBy({ index: index + 1, count: pins.length })}
    >
      <IconPinFilled size={16} className={css.mark} aria-hidden />
      <Stack
        as="button"
        grow
        justify="center"
        leading={1.35}
        p="xs 0"
        tall={44}
        radius="sm"
        onClick={() => reveal(pin.messageId)}
      >
        <Text as="span" size="xs" dim truncate>
          {text.pinned}
          {pins.length > 1 && ` · ${index + 1}/${pins.length}`}
          {` · ${authorOf(pin.message).name}`}
        </Text>
        <Text as="span" truncate>
          {pin.message.text}
        </Text>
      </Stack>
      {pins.length > 1 && (
        <IconButton
          icon={IconChevronUp}
          size={40}
          className={css.icon}
          aria-label={text.nextPinned}
          onClick={() => setAt((index + 1) % pins.length)}
        />
      )}
      {role === 'moderator' && (
        <IconButton
          icon={IconPinnedOff}
          size={40}
          className={css.icon}
          aria-label={text.unpin}
          onClick={() => void conversation.actions.unpin(pin.messageId)}
        />
      )}
    </Row>
  );
}
