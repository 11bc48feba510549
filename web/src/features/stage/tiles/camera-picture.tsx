import { IconEyeOff, IconVideoOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { lowData } from '../../../models/call/media/low-data.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import css from './tile.module.css';
import { Video } from './video.tsx';

type Props = {
  person: Person;
  /** Called with the picture's width divided by its height, undefined while nothing is shown. */
  onShape: (shape: number | undefined) => void;
};

/** The picture of a camera that is on, or a mark that low-data mode does not load it; the own one says who sees it. */
export function CameraPicture({ person, onShape }: Props) {
  const text = useText('media');
  const isLowData = useStore(lowData);
  if (!person.isMe && isLowData) return <Mark icon={IconVideoOff} label={text.notLoaded} />;
  return (
    <>
      <Video picture={person.cameraPicture} mirrored={person.isMe} onShape={onShape} />
      {person.isMe && person.isCameraHidden && <Mark icon={IconEyeOff} label={text.onlyModerators} />}
    </>
  );
}

const Mark = ({ icon: Icon, label }: { icon: typeof IconEyeOff; label: string }) => (
  <Row align="center" size="sm" className={`${css.plate} ${css.mark}`} title={label}>
    <Icon size={15} role="img" aria-label={label} />
    <span className={css.markText} aria-hidden>
      {label}
    </span>
  </Row>
);
