import { useText } from '../../../i18n/language.ts';
import { Note } from '../../../ui/parts/note.tsx';
import { ownTimeZone } from '../../../ui/times.ts';
import type { PlaybackPartProps } from '../page/playback-part.ts';
import { EventsList } from './events/events-list.tsx';
import css from './schedule.module.css';

/** When a webinar takes place: its events. */
export function SchedulePart({ playback, spaceId }: PlaybackPartProps) {
  const text = useText('schedule');
  return (
    <div className={css.part}>
      {playback.duration === null && <Note>{text.lengthUnknown}</Note>}
      <p className={css.quiet}>{text.zone(ownTimeZone())}</p>
      <div>
        <EventsList playback={playback} spaceId={spaceId} onChanged={() => undefined} />
      </div>
    </div>
  );
}
