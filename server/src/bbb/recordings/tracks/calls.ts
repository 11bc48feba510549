import { inTransaction } from '../../../platform/db/db.ts';
import { type AskedCall, type Call, type Outcome, readingMethods } from '../../calls.ts';
import { fail } from '../../request/failures.ts';
import { cut, trimmed } from '../../request/values.ts';
import { addressOfTrack } from '../playback/addresses.ts';
import type { PlaybackPageParts } from '../playback/open.ts';
import { recordingOfGroup } from '../recordings.store.ts';
import { readSubtitles, writeVtt } from './subtitles.ts';
import { deleteTrack, saveTrack, type TrackName } from './tracks.store.ts';
import { tracksOf } from './tracks.ts';

/** The largest file of captions, in bytes. */
const largestFile = 8 * 1024 * 1024;
const longestLabel = 200;

const succeeded = (content: object): Outcome => ({ json: content });

async function recordingIn({ db }: PlaybackPageParts, { spaceId, parameters }: AskedCall) {
  const recordId = trimmed(parameters, 'recordID') ?? fail('missingParamRecordID');
  return (await recordingOfGroup(db, { spaceId, recordId })) ?? fail('noRecordings');
}

async function getTracks(parts: PlaybackPageParts, asked: AskedCall): Promise<Outcome> {
  const recording = await recordingIn(parts, asked);
  const tracks = await tracksOf(parts.db, recording.meeting);
  return succeeded({
    tracks: tracks.map((track) => ({
      href: addressOfTrack(parts, recording, track),
      ...{ kind: track.kind, label: track.label, lang: track.language, source: track.source },
    })),
  });
}

function trackNamed({ parameters }: AskedCall): TrackName {
  const kind = trimmed(parameters, 'kind') ?? fail('paramError');
  const lang = trimmed(parameters, 'lang') ?? fail('paramError');
  if (kind !== 'subtitles' && kind !== 'captions') return fail('invalidKind');
  try {
    const [language = fail('invalidLang')] = Intl.getCanonicalLocales(lang.replaceAll('_', '-'));
    return { kind, language };
  } catch {
    return fail('invalidLang');
  }
}

/** The uploaded file as text; undefined if there is none. */
async function fileIn({ upload }: AskedCall): Promise<string | undefined> {
  if (!upload) return undefined;
  const headers = { 'content-type': upload.contentType };
  const form = await new Response(new Uint8Array(upload.body), { headers }).formData().catch(() => undefined);
  const file = form?.get('file');
  if (!(file instanceof File)) return undefined;
  if (file.size > largestFile) return fail('paramError');
  return file.text();
}

async function putTrack(parts: PlaybackPageParts, asked: AskedCall): Promise<Outcome> {
  const recording = await recordingIn(parts, asked);
  const name = trackNamed(asked);
  const text = await fileIn(asked);
  const cues = text === undefined ? undefined : readSubtitles(text);
  if (cues?.length === 0) return fail('empty_uploaded_text_track');
  const label = cut(trimmed(asked.parameters, 'label') ?? name.language, longestLabel);
  await inTransaction(parts.db, async (trx) => {
    if (!cues) return deleteTrack(trx, recording.meeting, name);
    const isSaved = await saveTrack(trx, recording.meeting, { ...name, label, content: writeVtt(cues) });
    if (!isSaved) fail('paramError');
  });
  return succeeded({
    messageKey: 'upload_text_track_success',
    message: 'The text track was stored.',
    recordId: recording.recordId,
  });
}

/** The calls about captions, which are answered by JSON. */
export const trackCalls = (parts: PlaybackPageParts): Record<string, Call> => ({
  getRecordingTextTracks: {
    ...{ methods: readingMethods, answersJson: true },
    run: (asked) => getTracks(parts, asked),
  },
  putRecordingTextTrack: {
    ...{ methods: ['GET', 'POST'], answersJson: true, takesUpload: true },
    run: (asked) => putTrack(parts, asked),
  },
});
