import { IconLock, IconWorld } from '@tabler/icons-react';
import { Options } from '../../ui/form/options.tsx';

type Props = {
  value: boolean;
  onChange: (isPublic: boolean) => void;
  isLabelHidden?: boolean;
  text: Record<'entry' | 'private' | 'privateHint' | 'public' | 'publicHint', string>;
};

/** Chooses whether anyone with the address may enter a room or an automatic webinar. */
export function AccessOptions({ value, onChange, isLabelHidden, text }: Props) {
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
