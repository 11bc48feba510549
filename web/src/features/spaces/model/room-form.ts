import { type EntryDraft, entrySettings } from '../../../panel/entry-form/entry-draft.ts';
import { dayOf } from '../../../panel/period/period.ts';
import {
  type FaultKey,
  settingsAsStored,
  settingsForm,
} from '../../../panel/place-settings/settings-form.ts';
import { type SharedDraft, sharedSettings } from '../../../panel/place-settings/shared-settings.ts';
import type { TextFault } from '../../../panel/text-rules.ts';
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
import type { Room, RoomChanges } from './types.ts';

/** The value of a `datetime-local` field, in the person's own time zone; empty: no time. */
type LocalTime = string;

/** The field's value for a time of the API. Seconds are not shown. */
function localTimeOf(timestamp: string | null): LocalTime {
  if (timestamp === null) return '';
  const at = new Date(timestamp);
  return `${dayOf(at)}T${at.toTimeString().slice(0, 5)}`;
}

/** The time of the API for a field's value; null for an empty one. */
const timestampOf = (local: LocalTime): string | null =>
  local === '' || timeFault(local) ? null : new Date(local).toISOString();

const timeFault = (local: LocalTime): TextFault | undefined =>
  local === '' || (/^\d{4}-/.test(local) && !Number.isNaN(Date.parse(local))) ? undefined : 'bad';

/** The fault of a closing time that is not after the opening. */
function closingFault({ opensAt, closesAt }: Pick<RoomDraft, 'opensAt' | 'closesAt'>): TextFault | undefined {
  const fault = timeFault(closesAt);
  if (fault || opensAt === '' || closesAt === '' || timeFault(opensAt)) return fault;
  return Date.parse(closesAt) > Date.parse(opensAt) ? undefined : 'bad';
}

const storedSettings = ['type', 'opensWith', 'waitingRoomAudience', 'attendanceEmail'] as const;

/** A room's settings while they are edited. */
export type RoomDraft = SharedDraft &
  EntryDraft &
  Pick<Room, (typeof storedSettings)[number] | 'transcriptionLanguage' | 'earlierChatAudience' | RoomFlag> & {
    opensAt: LocalTime;
    closesAt: LocalTime;
    /** The rule of presence: the share in per cent and the least time, as they are typed. */
    minPercent: string;
    minTime: MinTime;
  };

export type RoomFaultKey = FaultKey<RoomDraft>;

export const roomForm = settingsForm<Room, RoomDraft, RoomChanges>({
  ...sharedSettings,
  ...settingsAsStored('general', storedSettings),
  ...settingsAsStored('permissions', [...roomFlagNames, 'transcriptionLanguage', 'earlierChatAudience']),
  opensAt: {
    tab: 'general',
    of: ({ opensAt }) => localTimeOf(opensAt),
    sent: timestampOf,
    fault: timeFault,
  },
  closesAt: {
    tab: 'general',
    of: ({ closesAt }) => localTimeOf(closesAt),
    sent: timestampOf,
    fault: (_, draft) => closingFault(draft),
  },
  minPercent: {
    tab: 'general',
    of: ({ attendanceRule }) => percentOf(attendanceRule),
    field: 'attendanceRule.minShare',
    sent: shareOf,
    fault: percentFault,
  },
  minTime: {
    tab: 'general',
    of: ({ attendanceRule }) => minTimeOf(attendanceRule),
    field: 'attendanceRule.minSeconds',
    sent: secondsOf,
    fault: (time) => ({ minutes: minutesFault(time), seconds: secondsFault(time) }),
    partAt: () => 'minutes',
  },
  ...entrySettings,
});
