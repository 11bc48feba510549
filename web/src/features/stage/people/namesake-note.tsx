import { useText } from '../../../i18n/language.ts';
import type { Namesake } from '../../../models/call/people/namesakes.ts';
import { PersonNote } from '../../../ui/parts/person-row.tsx';

/** Below a name that does not tell who the person is. */
export function NamesakeNote({ namesake }: { namesake: Namesake | undefined }) {
  const text = useText('moderation');
  if (!namesake) return null;
  return <PersonNote>{namesake === 'moderator' ? text.notModerator : text.sameName}</PersonNote>;
}
