import { IconVideoOff } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { lowData } from '../../../models/call/media/low-data.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { useStore } from '../../../ui/use-store.ts';
import css from './camera-picture.module.css';
import { Video } from './video.tsx';

/** The picture of a camera that is on, or a mark that low-data mode does not load it. */
export function CameraPicture({ person }: { person: Person }) {
  const text = useText('media');
  const isLowData = useStore(lowData);
  if (person.isMe || !isLowData) return <Video picture={person.cameraPicture} mirrored={person.isMe} />;
  return (
    <div className={css.notLoaded} title={text.notLoaded}>
      <IconVideoOff size={15} role="img" aria-label={text.notLoaded} />
      <span className={css.words} aria-hidden>
        {text.notLoaded}
      </span>
    </div>
  );
}
