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
import {
  type MinTime,
  minTimeOf,
  minutesFault,
  percentFault,
  percentOf,
  secondsFault,
  secondsOf,
  shareOf,
} from './attendance-rule.ts';
import { type RoomFlag, roomFlagNames } from './flags.ts';
import { closingFault, type LocalTime, localTimeOf, timeFault, timestampOf } from './opening-times.ts';
import type { Room, RoomChanges } from './types.ts';

/** A room's settings while they are edited; every key is compared, sent and kept separately. */
export type RoomDraft = {
  name: string;
  type: Room['type'];
  isPublic: boolean;
  redirectUrl: string;
  opensWith: Room['opensWith'];
  opensAt: LocalTime;
  closesAt: LocalTime;
  waitingRoomAudience: Room['waitingRoomAudience'];
  /** The rule of presence: the share in per cent and the least time, as they are typed. */
  minPercent: string;
  minTime: MinTime;
  attendanceEmail: Room['attendanceEmail'];
  transcriptionLanguage: Room['transcriptionLanguage'];
} & EntryDraft &
  Record<RoomFlag, boolean>;

export type RoomKey = keyof RoomDraft;

export function draftOf(room: Room): RoomDraft {
  const flags = Object.fromEntries(roomFlagNames.map((name) => [name, room[name]]));
  return {
    ...(flags as Record<RoomFlag, boolean>),
    name: room.name,
    type: room.type,
    isPublic: room.isPublic,
    redirectUrl: room.redirectUrl ?? '',
    opensWith: room.opensWith,
    opensAt: localTimeOf(room.opensAt),
    closesAt: localTimeOf(room.closesAt),
    waitingRoomAudience: room.waitingRoomAudience,
    minPercent: percentOf(room.attendanceRule),
    minTime: minTimeOf(room.attendanceRule),
    attendanceEmail: room.attendanceEmail,
    transcriptionLanguage: room.transcriptionLanguage,
    ...entryDraftOf(room.joinSettings),
  };
}

/** Only the changed settings, so that two people who edit different ones do not undo each other. */
export function changesOf(before: RoomDraft, after: RoomDraft): RoomChanges {
  const changes: RoomChanges = {};
  for (const key of changedKeys(before, after)) {
    const sent = sentAs(key, after);
    // Both fields of the rule may have changed.
    if (sent.attendanceRule) sent.attendanceRule = { ...changes.attendanceRule, ...sent.attendanceRule };
    Object.assign(changes, sent);
  }
  return changes;
}

function sentAs(key: RoomKey, draft: RoomDraft): RoomChanges {
  switch (key) {
    case 'name':
      return { name: draft.name.trim() };
    case 'redirectUrl':
      return { redirectUrl: textOrNull(draft.redirectUrl) };
    case 'opensAt':
    case 'closesAt':
      return { [key]: timestampOf(draft[key]) };
    // A draft with a fault is compared and never sent, so 0 replaces what is no number.
    case 'minPercent':
      return { attendanceRule: { minShare: shareOf(draft.minPercent) ?? 0 } };
    case 'minTime':
      return { attendanceRule: { minSeconds: secondsOf(draft.minTime) ?? 0 } };
    case 'contacts':
    case 'ownFields':
      return sentEntry(key, draft);
    default:
      return { [key]: draft[key] };
  }
}

/** Where a fault is shown: a setting or a part of one. */
export type RoomFaultKey = RoomKey | `minTime.${keyof MinTime}` | EntryFaultKey;
export type RoomFaults = Partial<Record<RoomFaultKey, TextFault>>;

export function faultsOf(draft: RoomDraft): RoomFaults {
  const faults: Partial<Record<RoomFaultKey, TextFault | undefined>> = {
    name: nameFault(draft.name),
    redirectUrl: addressFault(draft.redirectUrl),
    opensAt: timeFault(draft.opensAt),
    closesAt: closingFault(draft),
    minPercent: percentFault(draft.minPercent),
    'minTime.minutes': minutesFault(draft.minTime),
    'minTime.seconds': secondsFault(draft.minTime),
    ...entryFaults(draft),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault));
}

/** The server's faults by setting; the others at the room's name. */
export const serverFaults = (
  details: readonly FaultDetail[],
  sent: RoomDraft,
): Partial<Record<RoomFaultKey, string>> => faultsByKey(details, (path) => faultKeyOf(path, sent));

function faultKeyOf(path: string, sent: RoomDraft): RoomFaultKey {
  const [head = '', place = ''] = path.split('.');
  if (head === 'attendanceRule') return place === 'minSeconds' ? 'minTime.minutes' : 'minPercent';
  return entryFaultKey(path, sent) ?? (head in sent ? (head as RoomKey) : 'name');
}

export type RoomSettingsPart = 'general' | 'entry' | 'permissions';

/** The tab on which a setting is. */
export function sectionOf(key: RoomFaultKey): RoomSettingsPart {
  if (isOfEntryForm(key)) return 'entry';
  const isPermission = key === 'transcriptionLanguage' || (roomFlagNames as readonly string[]).includes(key);
  return isPermission ? 'permissions' : 'general';
}
