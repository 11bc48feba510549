import { endOfDiagnosticsRoom, type MediaEngine, MediaEngineAway } from '../engines/media/media.ts';
import { now, seconds } from '../platform/clock.ts';
import type { JobDefinition } from '../platform/jobs/jobs.ts';

/** Ends the rooms of connection tests whose time is over: LiveKit renews the tokens of clients that stay. */
export async function endOldDiagnostics(engine: Pick<MediaEngine, 'listRooms' | 'endRoom'>): Promise<void> {
  for (const { roomId } of await engine.listRooms()) {
    const end = endOfDiagnosticsRoom(roomId);
    if (end && end <= now()) await engine.endRoom(roomId);
  }
}

export const endDiagnosticsJob = ({ engine }: { engine: MediaEngine }): JobDefinition => ({
  everyMs: seconds(10),
  awayService: (error) => (error instanceof MediaEngineAway ? 'the media server' : undefined),
  run: () => endOldDiagnostics(engine),
});
