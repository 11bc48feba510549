import { useText } from '../../i18n/language.ts';
import { Note } from '../../ui/parts/note.tsx';
import type { SharedRoom } from './shared-room.ts';

/** Says that links restrict nobody while a room or an automatic webinar is public. */
export function PublicNote({ kind }: Pick<SharedRoom, 'kind'>) {
  const text = useText('links');
  return <Note tone="warning">{text.of[kind].publicNote}</Note>;
}
