import { VisuallyHidden } from '@mantine/core';
import { IconHandOff, IconMicrophone } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { useCall, useOwnPerson } from '../call-context.ts';
import { GroupHead } from './group-head.tsx';
import { GroupTitle } from './group-title.tsx';
import css from './people-panel.module.css';
import { SmallButton } from './small-button.tsx';
import { useIsSpeechGranted } from './use-permissions.ts';

/** Announces how many hands are raised, in place of the notice, which is not shown beside the list of people. */
export function HandsNews({ count }: { count: number }) {
  const text = useText('gestures');
  return <VisuallyHidden role="status">{count > 0 && text.handsUp(count)}</VisuallyHidden>;
}

/** Above the raised hands: their number, and for moderators a button that lowers all. */
export function HandsHead({ count }: { count: number }) {
  const text = useText('gestures');
  const { hands } = useGestures();
  return (
    <GroupHead action={text.lowerAll} onAction={() => void hands.lowerAll()}>
      <GroupTitle count={count}>{text.hands}</GroupTitle>
    </GroupHead>
  );
}

/** Where a moderator lets people speak one by one: allows this one, which also lowers the hand. */
export function LetSpeak({ person }: { person: Person }) {
  const text = useText('gestures');
  const isSpeechGranted = useIsSpeechGranted();
  const { moderation } = useCall();
  const { hands } = useGestures();
  const me = useOwnPerson();
  if (me.role !== 'moderator' || !isSpeechGranted || person.mayUnmute || person.isMe) return null;
  const letSpeak = async (): Promise<void> => {
    if (await moderation.allowSpeaking(person)) await hands.lower(person.id);
  };
  return (
    <SmallButton
      className={css.letSpeak}
      variant="light"
      leftSection={<IconMicrophone size={16} aria-hidden />}
      aria-label={text.letSpeakOf(person.name)}
      onClick={() => void letSpeak()}
    >
      {text.letSpeak}
    </SmallButton>
  );
}

/** Lowers a hand, for its owner or a moderator. */
export function LowerHand({ person }: { person: Person }) {
  const text = useText('gestures');
  const { hands } = useGestures();
  const me = useOwnPerson();
  if (me.role !== 'moderator' && !person.isMe) return null;
  const label = person.isMe ? text.lower : text.lowerOf(person.name);
  return (
    <IconButton
      icon={IconHandOff}
      size={44}
      aria-label={label}
      title={label}
      onClick={() => void (person.isMe ? hands.set(false) : hands.lower(person.id))}
    />
  );
}
