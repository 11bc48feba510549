import { RoomRecord, WatchableRecord } from '../../../contract/operations/records.ts';
import type { Answer } from '../../../contract/routes.ts';
import {
  type AddressOptions,
  addressesGoodForMs,
  addressesUntil,
  type FileStore,
} from '../engines/files/files.ts';
import { after, timestamp, timestampOrNull } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { presentFields } from '../platform/present.ts';
import type { WatchableRow } from './attendees/watchable.store.ts';
import { type OpenedLink, readerOfLink } from './links/links.store.ts';
import { daysOf, isMinuteOf } from './name.ts';
import type { ReadTranscriptions, RecordParts, ShownTranscription } from './parts.ts';
import type { RecordRow, VoiceRow } from './store.ts';

export interface PresentFiles extends Pick<RecordParts, 'files'> {
  transcriptionsOf: ReadTranscriptions;
  /** The same store with cached URLs, for lists. */
  pictures: Addresses;
}

/** Keeps letters, digits and signs of any script that file systems accept, on one line of at most 100 characters. */
function fileNameFrom(name: string): string {
  const clean = name
    .normalize('NFC')
    // A time such as 23:36 has a colon.
    .replace(/(?<=\d):(?=\d)/gu, '-')
    .replace(/[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/gu, '');
  return [...clean].slice(0, 100).join('').trim() || 'Recording';
}

/**
 * The file name of a download: `Algebra 2026-11-22 10-15`, in UTC. It repeats no date and no time that the usual name
 * has.
 */
export function fileNameOf({ name, startedAt, createdAt }: RecordRow): string {
  const [date = '', time = ''] = timestamp(startedAt ?? createdAt).split('T');
  const plain = fileNameFrom(name);
  const clock = /, \d\d-(\d\d)$/.exec(plain);
  const isTimed = clock !== null && isMinuteOf(Number(clock[1]), createdAt);
  const before = fileNameFrom(isTimed ? plain.slice(0, clock.index) : plain);
  if (!daysOf(createdAt).some((day) => before.endsWith(fileNameFrom(day))))
    return `${plain} ${date} ${time.slice(0, 5).replace(':', '-')}`;
  return isTimed ? plain : `${plain} ${time.slice(0, 5).replace(':', '-')}`;
}

type Addresses = Pick<FileStore, 'addressOf'>;
type Shown = { key: string; end: string } & Pick<AddressOptions, 'contentType' | 'disposition' | 'until'>;

const addressFor = (files: Addresses, record: RecordRow, { key, end, ...options }: Shown): Promise<string> =>
  files.addressOf(key, { ...options, name: `${fileNameOf(record)}${end}` });

const inline = { disposition: 'inline' } as const;
const shapes = {
  video: { end: '.mp4', contentType: 'video/mp4', ...inline },
  poster: { end: '.jpg', contentType: 'image/jpeg', ...inline },
  preview: { end: ' preview.mp4', contentType: 'video/mp4', ...inline },
  speech: { end: ' speech.json', contentType: 'application/json', ...inline },
} as const;

interface Part {
  part: keyof typeof shapes;
  until: Date;
}

async function addressOfPart(
  files: Addresses,
  record: RecordRow,
  { part, until }: Part,
): Promise<string | null> {
  const key = record.state === 'finished' ? record.files?.[part] : undefined;
  return key === undefined ? null : addressFor(files, record, { ...shapes[part], key, until });
}

const startedByOf = (record: RecordRow): Answer<'getRecord'>['startedBy'] => {
  const { startedByName: name, startedByParticipant: participantId, startedByUser: userId } = record;
  if (name === null) return null;
  return { name, ...(participantId !== null && { participantId }), ...(userId !== null && { userId }) };
};

const withoutTranscription: ShownTranscription = {
  state: 'none',
  progress: null,
  reason: null,
  revision: null,
};

/** Presents recordings; the states of all their transcripts are read at once. */
export async function presentRecords(
  { pictures, transcriptionsOf }: PresentFiles,
  db: Db,
  records: RecordRow[],
): Promise<Answer<'getRecord'>[]> {
  const until = addressesUntil();
  const transcriptions = await transcriptionsOf(db, records);
  const present = async (record: RecordRow): Promise<Answer<'getRecord'>> => ({
    ...presentFields(RoomRecord, record),
    fileSize: record.bytes === null ? null : Number(record.bytes),
    startedBy: startedByOf(record),
    posterUrl: await addressOfPart(pictures, record, { part: 'poster', until }),
    previewUrl: await addressOfPart(pictures, record, { part: 'preview', until }),
    transcription: transcriptions.get(record.id) ?? withoutTranscription,
  });
  return Promise.all(records.map(present));
}

export async function presentRecord(
  parts: PresentFiles,
  db: Db,
  record: RecordRow,
): Promise<Answer<'getRecord'>> {
  const [presented] = await presentRecords(parts, db, [record]);
  if (!presented) throw new Error('one recording is presented as one');
  return presented;
}

export const presentActiveRecord = (record: RecordRow | undefined): Answer<'getActiveRecord'> => {
  if (record?.state !== 'new' && record?.state !== 'recording') return { record: null };
  const { id, state, startedAt, layout } = record;
  return { record: { id, state, startedAt: timestampOrNull(startedAt), layout } };
};

/** A URL with which anybody can download the file for 24 hours. */
export const downloadLink = ({ files }: PresentFiles, record: RecordRow, key: string): Promise<string> =>
  files.linkOf(key, {
    ...{ name: `${fileNameOf(record)}.mp4`, contentType: 'video/mp4', disposition: 'attachment' },
    until: after(addressesGoodForMs),
  });

/**
 * Presents recordings to people who attended. The URLs name the participant as whom they did: our server reads the
 * files for them, and stops when they may not watch any more.
 */
export function presentWatchable(
  { files }: PresentFiles,
  records: WatchableRow[],
): Promise<Answer<'listWatchableRecords'>['items']> {
  const until = addressesUntil();
  const present = async (record: WatchableRow) => {
    const forReader: Addresses = {
      addressOf: (key, options) => files.linkOf(key, { ...options, reader: record.attendeeId }),
    };
    const state = record.state === 'processing' || record.state === 'finished' ? record.state : 'recording';
    return {
      ...presentFields(WatchableRecord, record),
      state,
      videoUrl: await addressOfPart(forReader, record, { part: 'video', until }),
      posterUrl: await addressOfPart(forReader, record, { part: 'poster', until }),
      expiresAt: timestamp(until),
    } as const;
  };
  return Promise.all(records.map(present));
}

/** The URLs by which a reader plays a finished recording: our server asks at each request whether they still may. */
export async function addressesFor(
  files: Pick<FileStore, 'linkOf'>,
  record: RecordRow,
  { reader, until }: { reader: string; until: Date },
): Promise<{ videoUrl: string; posterUrl: string | null } | undefined> {
  const forReader: Addresses = { addressOf: (key, options) => files.linkOf(key, { ...options, reader }) };
  const videoUrl = await addressOfPart(forReader, record, { part: 'video', until });
  if (videoUrl === null) return undefined;
  return { videoUrl, posterUrl: await addressOfPart(forReader, record, { part: 'poster', until }) };
}

/** Presents a finished recording to people who have a link. The URLs name the link, and end with it. */
export async function presentByLink(
  { files }: Pick<RecordParts, 'files'>,
  record: RecordRow,
  { link, until }: { link: Pick<OpenedLink['link'], 'id' | 'isDownloadAllowed' | 'expiresAt'>; until: Date },
): Promise<Omit<Answer<'openRecordLink'>, 'brand'>> {
  const forLink: Addresses = {
    addressOf: (key, options) => files.linkOf(key, { ...options, reader: readerOfLink(link.id) }),
  };
  const video = { ...shapes.video, key: record.files?.video ?? refuse('record_not_ready'), until };
  const { isDownloadAllowed } = link;
  return {
    ...{ name: record.name, createdAt: timestamp(record.createdAt), duration: record.duration },
    startedAt: timestampOrNull(record.startedAt),
    videoUrl: await addressFor(forLink, record, video),
    posterUrl: await addressOfPart(forLink, record, { part: 'poster', until }),
    downloadUrl: isDownloadAllowed
      ? await addressFor(forLink, record, { ...video, disposition: 'attachment' })
      : null,
    expiresAt: timestamp(link.expiresAt),
    urlsExpireAt: timestamp(until),
  };
}

export async function presentRecordMedia(
  { files }: PresentFiles,
  { record, video, voices }: { record: RecordRow; video: string; voices: VoiceRow[] },
): Promise<Answer<'getRecordMedia'>> {
  const until = after(addressesGoodForMs);
  const voice = async ({ number, key, participantId, externalUserId, name, offset, duration }: VoiceRow) => ({
    ...{ participantId, externalUserId, name, offset, duration },
    url: await addressFor(files, record, {
      ...{ key, end: ` voice-${number}.ogg`, contentType: 'audio/ogg', ...inline, until },
    }),
  });
  return {
    videoUrl: await addressFor(files, record, { ...shapes.video, key: video, until }),
    posterUrl: await addressOfPart(files, record, { part: 'poster', until }),
    previewUrl: await addressOfPart(files, record, { part: 'preview', until }),
    speechUrl: await addressOfPart(files, record, { part: 'speech', until }),
    voices: await Promise.all(voices.map(voice)),
    expiresAt: timestamp(until),
  };
}
