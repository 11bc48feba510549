import {
  IconMicrophone,
  IconMicrophoneOff,
  IconScreenShare,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { isOnStage } from '../../call/layout/tiles.ts';
import { forList, type Person } from '../../call/people.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import type { Question } from '../../ui/confirm.tsx';
import { avatarColor, initials } from '../../ui/initials.ts';
import { useCallState, useIsSpeaking } from './call-context.ts';
import { deviceMessages } from './device-messages.ts';
import { messages } from './messages.ts';
import { moderationMessages } from './moderation-messages.ts';
import css from './people-panel.module.css';
import { PersonMenu } from './person-menu.tsx';

type Props = {
  pinned: string | undefined;
  onPin: (key: string | undefined) => void;
  onAsk: (question: Question) => void;
};

export function PeopleList(props: Props) {
  const words = useText(moderationMessages);
  const language = useLanguage();
  const people = useCallState((state) => state.people);
  const sorted = forList(people, language);
  const speaking = sorted.filter(isOnStage);
  const watching = sorted.filter((person) => !isOnStage(person));
  if (watching.length === 0) return <Rows people={speaking} {...props} />;
  return (
    <>
      {speaking.length > 0 && <h3 className={css.group}>{`${words.onStage} · ${speaking.length}`}</h3>}
      <Rows people={speaking} {...props} />
      <h3 className={css.group}>{`${words.audience} · ${watching.length}`}</h3>
      <Rows people={watching} {...props} />
    </>
  );
}

function Rows({ people, ...props }: Props & { people: readonly Person[] }) {
  return (
    <ul className={css.list}>
      {people.map((person) => (
        <Row key={person.id} person={person} {...props} />
      ))}
    </ul>
  );
}

function Row({ person, ...props }: Props & { person: Person }) {
  const text = useText(messages);
  const words = useText(moderationMessages);
  const notes = [person.isMe && text.you, person.role === 'moderator' && words.moderator].filter(Boolean);
  return (
    <li className={css.row}>
      <span className={css.face} style={{ backgroundColor: avatarColor(person.id) }} aria-hidden>
        {initials(person.name) || '?'}
      </span>
      <span className={css.who}>
        <span className={css.name} title={person.name}>
          {person.name}
        </span>
        {notes.length > 0 && <span className={css.role}>{notes.join(' · ')}</span>}
      </span>
      {isOnStage(person) && <Marks person={person} />}
      <PersonMenu person={person} {...props} />
    </li>
  );
}

function Marks({ person }: { person: Person }) {
  const text = useText(messages);
  const devices = useText(deviceMessages);
  const isSpeaking = useIsSpeaking(person.id) && person.microphone;
  const Microphone = person.microphone ? IconMicrophone : IconMicrophoneOff;
  const Camera = person.camera ? IconVideo : IconVideoOff;
  return (
    <span className={css.marks}>
      {person.screen && <IconScreenShare size={18} role="img" aria-label={devices.screen} />}
      <Camera size={18} data-off={!person.camera || undefined} aria-hidden />
      <Microphone
        size={18}
        data-off={!person.microphone || undefined}
        data-speaking={isSpeaking || undefined}
        role="img"
        aria-label={isSpeaking ? text.speaking : person.microphone ? devices.microphone : text.muted}
      />
    </span>
  );
}
