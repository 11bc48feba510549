import type { Answer, Body } from '../../../../../contract/routes.ts';
import {
  type EntryDraft,
  type EntryFaultKey,
  entryDraftOf,
  entryFaultKey,
  entryFaults,
  isOfEntryForm,
  sentEntry,
} from '../../../panel/entry-form/entry-draft.ts';
import { changedKeys, type FaultDetail, faultsByKey } from '../../../panel/saving/draft.ts';
import { addressFault, nameFault, type TextFault, textOrNull } from '../../../panel/text-rules.ts';

type Playback = Answer<'getPlayback'>;
type PlaybackChanges = Body<'updatePlayback'>;

/** The settings of an automatic webinar while they are edited. */
export type PlaybackDraft = EntryDraft &
  Pick<Playback, 'name' | 'type' | 'isPublic' | 'isChatReplayed' | 'isReplayAllowed'> & {
    /** As it is typed; empty: without limit. */
    replayDays: string;
    redirectUrl: string;
  };

export type PlaybackFaultKey = keyof PlaybackDraft | EntryFaultKey;

export const draftOfPlayback = (playback: Playback): PlaybackDraft => {
  const { name, type, isPublic, isChatReplayed, isReplayAllowed, replayDays, redirectUrl } = playback;
  return {
    ...{ name, type, isPublic, isChatReplayed, isReplayAllowed },
    replayDays: replayDays === null ? '' : String(replayDays),
    redirectUrl: redirectUrl ?? '',
    ...entryDraftOf(playback.joinSettings),
  };
};

/** Only the changed settings, so that two people who edit different ones do not undo each other. */
export function playbackChanges(before: PlaybackDraft, after: PlaybackDraft): PlaybackChanges {
  const changes: PlaybackChanges = {};
  for (const key of changedKeys(before, after)) Object.assign(changes, sentSetting(key, after));
  return changes;
}

function sentSetting(key: keyof PlaybackDraft, draft: PlaybackDraft): PlaybackChanges {
  switch (key) {
    case 'name':
      return { name: draft.name.trim() };
    case 'redirectUrl':
      return { redirectUrl: textOrNull(draft.redirectUrl) };
    case 'replayDays':
      return { replayDays: daysOf(draft.replayDays) ?? null };
    case 'contacts':
    case 'ownFields':
      return sentEntry(key, draft);
    default:
      return { [key]: draft[key] };
  }
}

const mostDays = 3_650;

/** The days that a text states; null: without limit, undefined: not valid. */
function daysOf(text: string): number | null | undefined {
  const written = text.trim();
  if (written === '') return null;
  const days = /^\d{1,4}$/.test(written) ? Number(written) : 0;
  return days >= 1 && days <= mostDays ? days : undefined;
}

export function playbackFaults(draft: PlaybackDraft): Partial<Record<PlaybackFaultKey, TextFault>> {
  const faults: Partial<Record<PlaybackFaultKey, TextFault | undefined>> = {
    name: nameFault(draft.name),
    redirectUrl: addressFault(draft.redirectUrl),
    replayDays: daysOf(draft.replayDays) === undefined ? 'bad' : undefined,
    ...entryFaults(draft),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault));
}

/** The server's faults by setting; the others at the name. */
export const playbackServerFaults = (
  details: readonly FaultDetail[],
  sent: PlaybackDraft,
): Partial<Record<PlaybackFaultKey, string>> =>
  faultsByKey(details, (path) => {
    const [head = ''] = path.split('.');
    return entryFaultKey(path, sent) ?? (head in sent ? (head as keyof PlaybackDraft) : 'name');
  });

/** The tab on which a setting is. */
export const tabOfSetting = (key: PlaybackFaultKey): 'general' | 'entry' =>
  isOfEntryForm(key) ? 'entry' : 'general';
