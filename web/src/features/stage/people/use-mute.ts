import { useText } from '../../../i18n/language.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { useCall, useOwnPerson } from '../call-context.ts';

/** The label and action of a button that mutes this person; undefined unless a moderator may do so now. */
export function useMute(person: Person): { label: string; mute: () => void } | undefined {
  const words = useText('moderation');
  const { moderation } = useCall();
  const isModerator = useOwnPerson().role === 'moderator';
  if (!isModerator || person.isMe || !person.microphone) return undefined;
  return { label: words.muteOf(person.name), mute: () => void moderation.mute(person, 'microphone') };
}
