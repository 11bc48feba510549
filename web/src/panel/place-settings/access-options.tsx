import { IconLock, IconWorld } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { Options } from '../../ui/form/options.tsx';
import type { SharedRoom } from '../links/shared-room.ts';

/** The texts of the lists of rooms or automatic webinars. */
export const usePlaceText = (kind: SharedRoom['kind']) => useText(kind === 'room' ? 'rooms' : 'playbacks');

type Props = Pick<SharedRoom, 'kind'> & {
  value: boolean;
  onChange: (isPublic: boolean) => void;
  isLabelHidden?: boolean;
};

/** Chooses whether anyone with the address may enter a room or an automatic webinar. */
export function AccessOptions({ kind, value, onChange, isLabelHidden }: Props) {
  const text = usePlaceText(kind);
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
