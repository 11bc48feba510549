import { IconPresentation, IconVideo } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { Options } from '../../../ui/form/options.tsx';
import type { Room } from '../model/types.ts';

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
