import { addressesUntil, type FileStore } from '../../../engines/files/files.ts';
import type { Keyring } from '../../../platform/crypto.ts';
import type { Db } from '../../../platform/db/db.ts';
import { addressesFor, recordById } from '../../../records/records.ts';
import { partsOfRecording, type RecordingRow, recordingByKey } from '../recordings.store.ts';
import { tracksOf } from '../tracks/tracks.ts';
import { addressOfTrack, isPassValid } from './addresses.ts';
import type { PlaybackNotice, ShownPart } from './page.ts';
import { readerOfPlayback } from './readers.ts';

export interface PlaybackPageParts {
  db: Db;
  keyring: Keyring;
  webUrl: URL;
  files: Pick<FileStore, 'linkOf'>;
}

/** The passes that a browser sent to open a recording. */
export interface Passes {
  key: string;
  /** The parameter of the address. */
  address: string | undefined;
  /** The cookie. */
  browser: string | undefined;
}

export type OpenedPlayback = { recording: RecordingRow } | { notice: PlaybackNotice; status: 403 | 404 };

/** Finds the recording of an address, or why it does not play now. */
export async function openPlayback(
  { db, keyring }: PlaybackPageParts,
  { key, address, browser }: Passes,
): Promise<OpenedPlayback> {
  const recording = await recordingByKey(db, key);
  if (!recording) return { notice: 'gone', status: 404 };
  if (recording.state !== 'published') return { notice: 'unpublished', status: 404 };
  const isOpen =
    !recording.isProtected ||
    isPassValid(keyring, { kind: 'address', key, pass: address }) ||
    isPassValid(keyring, { kind: 'browser', key, pass: browser });
  return isOpen ? { recording } : { notice: 'expired', status: 403 };
}

/** The parts of a recording with URLs that end when it is unpublished or deleted. */
export async function playedParts(parts: PlaybackPageParts, recording: RecordingRow): Promise<ShownPart[]> {
  const { db, files } = parts;
  const tracks = await tracksOf(db, recording.meeting);
  const recordIds = await partsOfRecording(db, recording.meeting);
  const until = addressesUntil();
  const reader = readerOfPlayback(recording.meeting);
  const played: ShownPart[] = [];
  for (const [part, recordId] of recordIds.entries()) {
    const record = await recordById(db, recordId);
    const addresses = record && (await addressesFor(files, record, { reader, until }));
    if (!addresses) continue;
    played.push({
      ...addresses,
      tracks: tracks.map((track) => ({
        ...track,
        address: addressOfTrack(parts, recording, { ...track, part }),
      })),
    });
  }
  return played;
}
