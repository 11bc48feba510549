import { useText } from '../../i18n/language.ts';
import { browserClock } from '../../kit/clock.ts';
import { activeRecord } from '../../models/recording/api.ts';
import { RecordingBeforeEntry } from '../../models/recording/before-entry.ts';
import { clientOf } from '../../models/visit/credential.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { useResource } from '../../room/use-resource.ts';
import { useStore } from '../../ui/use-store.ts';
import classes from './entry.module.css';

type Props = { welcome: OpenedRoom };

/** Tells that the call is recorded, also if the recording begins while the entry page is open. */
export function RecordingNotice({ welcome }: Props) {
  const [watch] = useResource(() => openWatch(welcome));
  return watch ? <NoticeText welcome={welcome} watch={watch} /> : null;
}

function NoticeText({ welcome: { room }, watch }: Props & { watch: RecordingBeforeEntry }) {
  const text = useText('entry');
  const isRecorded = useStore(watch.isRecorded);
  const willBe = room.isRecordAllowed && room.isAutoRecordingAllowed;
  return (
    <p className={classes.recorded} role="status">
      {(isRecorded || willBe) && (
        <>
          <span className={classes.recordDot} data-now={isRecorded || undefined} aria-hidden />
          {isRecorded ? text.recordedNow : text.recordedLater}
        </>
      )}
    </p>
  );
}

const openWatch = ({ room, as }: OpenedRoom): RecordingBeforeEntry =>
  new RecordingBeforeEntry({
    ask: async () =>
      (await activeRecord(clientOf(as), { spaceId: room.spaceId, roomId: room.id })) !== undefined,
    clock: browserClock,
    page: document,
  });
