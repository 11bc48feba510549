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
import { type OwnField, ownFieldsOf, sentOwnFields } from './own-fields.ts';
import { addressFault, descriptionFault, nameFault, type TextFault, textOrNull } from './text-rules.ts';
import type { Room, RoomChanges } from './types.ts';

type JoinField = Room['joinSettings']['fields'][number];
export type ContactSlug = JoinField['slug'];
export const contactSlugs: readonly ContactSlug[] = ['email', 'phone'];

/** How the entry form asks for a contact. */
export type FieldRequirement = 'off' | 'optional' | 'required';
export type Contact = { asking: FieldRequirement; description: string };

/** A room's settings while they are edited; every key is compared, sent and kept separately. */
export type RoomDraft = {
  name: string;
  type: Room['type'];
  isPublic: boolean;
  redirectUrl: string;
  waitingRoomAudience: Room['waitingRoomAudience'];
  /** The rule of presence: the share in per cent and the least time, as they are typed. */
  minPercent: string;
  minTime: MinTime;
  attendanceEmail: Room['attendanceEmail'];
  contacts: Record<ContactSlug, Contact>;
  ownFields: OwnField[];
} & Record<RoomFlag, boolean>;

export type RoomKey = keyof RoomDraft;

export function draftOf(room: Room): RoomDraft {
  const flags = Object.fromEntries(roomFlagNames.map((name) => [name, room[name]]));
  return {
    ...(flags as Record<RoomFlag, boolean>),
    name: room.name,
    type: room.type,
    isPublic: room.isPublic,
    redirectUrl: room.redirectUrl ?? '',
    waitingRoomAudience: room.waitingRoomAudience,
    minPercent: percentOf(room.attendanceRule),
    minTime: minTimeOf(room.attendanceRule),
    attendanceEmail: room.attendanceEmail,
    contacts: { email: contactOf(room, 'email'), phone: contactOf(room, 'phone') },
    ownFields: ownFieldsOf(room.joinSettings.customFields),
  };
}

function contactOf(room: Room, wanted: ContactSlug): Contact {
  const field = room.joinSettings.fields.find(({ slug }) => slug === wanted);
  if (!field) return { asking: 'off', description: '' };
  const asking = !field.enabled ? 'off' : field.required ? 'required' : 'optional';
  return { asking, description: field.description ?? '' };
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

function changedKeys(before: RoomDraft, after: RoomDraft): RoomKey[] {
  return (Object.keys(before) as RoomKey[]).filter((key) => !isSame(before[key], after[key]));
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
    // A draft with a fault is compared and never sent, so 0 replaces what is no number.
    case 'minPercent':
      return { attendanceRule: { minShare: shareOf(draft.minPercent) ?? 0 } };
    case 'minTime':
      return { attendanceRule: { minSeconds: secondsOf(draft.minTime) ?? 0 } };
    case 'contacts':
      return { joinSettingsFields: sentContacts(draft.contacts) };
    case 'ownFields':
      return { joinSettingsCustomFields: sentOwnFields(draft.ownFields) };
    default:
      return { [key]: draft[key] };
  }
}

/** A contact that is off and has no text is left out of the list. */
function sentContacts(contacts: RoomDraft['contacts']): JoinField[] {
  return sentSlugs(contacts).map((slug) => {
    const { asking, description } = contacts[slug];
    return {
      slug,
      type: slug,
      title: slug === 'email' ? 'admin.classrooms.email' : 'admin.classrooms.phone',
      enabled: asking !== 'off',
      required: asking === 'required',
      description: textOrNull(description),
    };
  });
}

const sentSlugs = (contacts: RoomDraft['contacts']): ContactSlug[] =>
  contactSlugs.filter((slug) => contacts[slug].asking !== 'off' || contacts[slug].description.trim() !== '');

/** The server's settings with the edits since `sent` on top: edits made while saving are not lost. */
export function rebaseDraft({
  sent,
  now,
  saved,
}: {
  sent: RoomDraft;
  now: RoomDraft;
  saved: RoomDraft;
}): RoomDraft {
  const next: RoomDraft = { ...saved };
  for (const key of changedKeys(sent, now)) Object.assign(next, { [key]: now[key] });
  return next;
}

/** Where a fault is shown: a setting, a contact's helper text, or a part of a custom join field. */
export type RoomFaultKey =
  | RoomKey
  | `minTime.${keyof MinTime}`
  | `contacts.${ContactSlug}`
  | `ownFields.${string}.${'title' | 'description'}`;
export type RoomFaults = Partial<Record<RoomFaultKey, TextFault>>;

export function faultsOf(draft: RoomDraft): RoomFaults {
  const faults: Partial<Record<RoomFaultKey, TextFault | undefined>> = {
    name: nameFault(draft.name),
    redirectUrl: addressFault(draft.redirectUrl),
    minPercent: percentFault(draft.minPercent),
    'minTime.minutes': minutesFault(draft.minTime),
    'minTime.seconds': secondsFault(draft.minTime),
  };
  for (const slug of contactSlugs) {
    faults[`contacts.${slug}`] = descriptionFault(draft.contacts[slug].description);
  }
  for (const { id, title, description } of draft.ownFields) {
    faults[`ownFields.${id}.title`] = nameFault(title);
    faults[`ownFields.${id}.description`] = descriptionFault(description);
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault));
}

type Detail = { path: string; message: string };

/** The server's faults by setting; the others at the room's name. */
export function serverFaults(
  details: readonly Detail[],
  sent: RoomDraft,
): Partial<Record<RoomFaultKey, string>> {
  const faults: Partial<Record<RoomFaultKey, string>> = {};
  for (const { path, message } of details) faults[faultKeyOf(path, sent)] ??= message;
  return faults;
}

function faultKeyOf(path: string, sent: RoomDraft): RoomFaultKey {
  const [head = '', place = '', part] = path.split('.');
  if (head === 'joinSettingsFields') {
    const slug = sentSlugs(sent.contacts)[Number(place)];
    return slug ? `contacts.${slug}` : 'contacts';
  }
  if (head === 'joinSettingsCustomFields') {
    const field = sent.ownFields[Number(place)];
    if (!field) return 'ownFields';
    return `ownFields.${field.id}.${part === 'description' ? part : 'title'}`;
  }
  if (head === 'attendanceRule') return place === 'minSeconds' ? 'minTime.minutes' : 'minPercent';
  return head in sent ? (head as RoomKey) : 'name';
}

export type RoomSettingsPart = 'general' | 'entry' | 'permissions';

/** The tab on which a setting is. */
export function sectionOf(key: RoomFaultKey): RoomSettingsPart {
  if (/^(contacts|ownFields)/.test(key)) return 'entry';
  return (roomFlagNames as readonly string[]).includes(key) ? 'permissions' : 'general';
}
