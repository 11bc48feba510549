import { IconLock, IconPresentation, IconVideo, IconWorld } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import type { Room } from '../model/types.ts';
import { Options } from '../shared/options.tsx';

export const KindIcon = ({ type }: Pick<Room, 'type'>) =>
  type === 'webinar' ? (
    <IconPresentation size={20} stroke={1.6} aria-hidden />
  ) : (
    <IconVideo size={20} stroke={1.6} aria-hidden />
  );

type KindProps = { value: Room['type']; onChange: (type: Room['type']) => void; isLabelHidden?: boolean };

export function KindOptions({ value, onChange, isLabelHidden }: KindProps) {
  const text = useText('rooms');
  return (
    <Options
      label={text.kind}
      isLabelHidden={isLabelHidden}
      value={value}
      options={[
        { value: 'lesson', label: text.lesson, text: text.lessonHint, icon: <KindIcon type="lesson" /> },
        { value: 'webinar', label: text.webinar, text: text.webinarHint, icon: <KindIcon type="webinar" /> },
      ]}
      onChange={onChange}
    />
  );
}

type EntryProps = { value: boolean; onChange: (isPublic: boolean) => void; isLabelHidden?: boolean };

export function EntryOptions({ value, onChange, isLabelHidden }: EntryProps) {
  const text = useText('rooms');
  return (
    <Options
      label={text.entry}
      isLabelHidden={isLabelHidden}
      value={value ? 'public' : 'private'}
      options={[
        { value: 'private', label: text.private, text: text.privateHint, icon: <IconLock size={18} /> },
        { value: 'public', label: text.public, text: text.publicHint, icon: <IconWorld size={18} /> },
      ]}
      onChange={(entry) => onChange(entry === 'public')}
    />
  );
}
