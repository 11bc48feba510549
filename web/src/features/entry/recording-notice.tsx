import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { browserClock } from '../../kit/clock.ts';
import { Replica } from '../../kit/replica.ts';
import { type ActiveRecord, activeRecord } from '../../models/recording/api.ts';
import { clientOf } from '../../models/visit/credential.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { useWatched } from '../../ui/use-watched.ts';
import classes from './entry.module.css';

/** In ms. The entry page has no socket. */
const readEvery = 20_000;

/** Tells that the call is recorded, also if the recording begins while the entry page is open. */
export function RecordingNotice({ welcome: { room, as } }: { welcome: OpenedRoom }) {
  const text = useText('entry');
  const [active] = useState(
    () =>
      new Replica<ActiveRecord | undefined>({
        initial: undefined,
        read: () => activeRecord(clientOf(as), { spaceId: room.spaceId, roomId: room.id }),
        repeatAfter: () => readEvery,
        clock: browserClock,
      }),
  );
  const isRecorded = useWatched(active) !== undefined;
  const willBe = room.isRecordAllowed && room.isAutoRecordingAllowed;
  return (
    <Row as="p" align="center" gap="sm" size="lg" weight={550} className={classes.recorded} role="status">
      {(isRecorded || willBe) && (
        <>
          <span className={classes.recordDot} data-now={isRecorded || undefined} aria-hidden />
          {isRecorded ? text.recordedNow : text.recordedLater}
        </>
      )}
    </Row>
  );
}
