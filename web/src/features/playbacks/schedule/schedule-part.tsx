import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { ownTimeZone } from '../../../kit/time-zone.ts';
import { Quiet } from '../../../panel/quiet.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import type { PlaybackPartProps } from '../page/playback-part.ts';
import { Calendar } from './calendar/calendar.tsx';
import { EventsList } from './events/events-list.tsx';

/** When a webinar takes place: its events, and a calendar of their sessions. */
export function SchedulePart({ playback, spaceId }: PlaybackPartProps) {
  const text = useText('schedule');
  // A change of an event changes the sessions, and the end of a session changes the next start of its event.
  const [version, setVersion] = useState(0);
  const onChanged = (): void => setVersion((before) => before + 1);
  return (
    <Stack gap="lg">
      {playback.duration === null && <Note>{text.lengthUnknown}</Note>}
      <Quiet>{text.zone(ownTimeZone())}</Quiet>
      <div>
        <EventsList playback={playback} spaceId={spaceId} version={version} onChanged={onChanged} />
      </div>
      <Calendar spaceId={spaceId} playbackId={playback.id} version={version} onChanged={onChanged} />
    </Stack>
  );
}
