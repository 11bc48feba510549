import { endOfDiagnosticsRoom, type MediaEngine, MediaEngineAway } from '../engines/media/media.ts';
import { now, seconds } from '../platform/clock.ts';
import { type RepeatOptions, repeat } from '../platform/concurrency/repeat.ts';
import { isDatabaseAway } from '../platform/db/db.ts';

const everyMs = seconds(10);

/** Ends the rooms of connection tests whose time is over: LiveKit renews the tokens of clients that stay. */
export async function endOldDiagnostics(engine: Pick<MediaEngine, 'listRooms' | 'endRoom'>): Promise<void> {
  for (const { roomId } of await engine.listRooms()) {
    const end = endOfDiagnosticsRoom(roomId);
    if (end && end <= now()) await engine.endRoom(roomId);
  }
}

/** Runs on one node at a time. */
export function startEndingDiagnostics(
  { engine, log }: { engine: MediaEngine; log: RepeatOptions['log'] },
  lease: RepeatOptions['lease'],
): () => Promise<void> {
  const awayService = (error: unknown) => {
    if (error instanceof MediaEngineAway) return 'the media server';
    return isDatabaseAway(error) ? 'the database' : undefined;
  };
  const ending = repeat({ what: 'ending connection tests', everyMs, lease, awayService, log }, () =>
    endOldDiagnostics(engine),
  );
  return () => ending.stop();
}
