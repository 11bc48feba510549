import { useRef, useState } from 'react';
import { ApiError } from '../../../api/api.ts';
import { useText } from '../../../i18n/language.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { useApi } from '../../../panel/context.ts';
import {
  changesOf,
  draftOf,
  faultsOf,
  type RoomDraft,
  type RoomFaultKey,
  rebaseDraft,
  serverFaults,
} from '../model/room-form.ts';
import type { TextFault } from '../model/text-rules.ts';
import type { Room } from '../model/types.ts';
import { useRequest } from '../shared/use-request.ts';

export type RoomEditing = {
  draft: RoomDraft;
  change: (change: Partial<RoomDraft>) => void;
  /** The fault of a setting. */
  errorAt: (key: RoomFaultKey) => string | undefined;
  faultKeys: RoomFaultKey[];
  isChanged: boolean;
  isBusy: boolean;
  trouble: string | undefined;
  /** Resolves to the problem, or to undefined after a success. */
  save: () => Promise<RoomFaultKey[]>;
  discard: () => void;
};

/** The settings of a room while they are edited: only changed ones are sent. */
export function useRoomDraft(room: Room, onSaved: (room: Room) => void): RoomEditing {
  const text = useText('roomSettings');
  const attendanceText = useText('roomAttendance');
  const api = useApi();
  const { act, isBusy, trouble } = useRequest();
  const saved = draftOf(room);
  const [draft, setDraft] = useState(saved);
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<RoomFaultKey, string>>>({});
  const latest = useRef(draft);
  latest.current = draft;
  const changes = changesOf(saved, draft);
  const own = isTried ? faultsOf(draft) : {};

  function change(part: Partial<RoomDraft>): void {
    setRefused({});
    setDraft((before) => ({ ...before, ...part }));
  }

  async function send(): Promise<void> {
    const sent = latest.current;
    const place = { spaceId: room.spaceId, roomId: room.id };
    try {
      const answer = await api.updateRoom({ ...place, body: changesOf(saved, sent) });
      onSaved(answer);
      setDraft((now) => rebaseDraft({ sent, now, saved: draftOf(answer) }));
      setTried(false);
    } catch (error) {
      if (error instanceof ApiError) setRefused(serverFaults(error.details, sent));
      throw error;
    }
  }

  async function save(): Promise<RoomFaultKey[]> {
    const found = Object.keys(faultsOf(draft)) as RoomFaultKey[];
    setTried(found.length > 0);
    if (found.length === 0) await act(send);
    return found;
  }

  function discard(): void {
    setDraft(saved);
    setTried(false);
    setRefused({});
  }

  function errorAt(key: RoomFaultKey): string | undefined {
    const fault = own[key];
    if (!fault) return refused[key];
    return faultOfRule(key, fault, attendanceText) ?? sentence(key, fault, text);
  }

  const faultKeys = [...Object.keys(own), ...Object.keys(refused)] as RoomFaultKey[];
  return {
    draft,
    change,
    errorAt,
    faultKeys,
    isChanged: Object.keys(changes).length > 0,
    isBusy,
    trouble: Object.keys(own).length > 0 ? text.sentFaults(Object.keys(own).length) : trouble,
    save,
    discard,
  };
}

function faultOfRule(key: RoomFaultKey, fault: TextFault, text: Texts['roomAttendance']): string | undefined {
  if (key === 'minPercent') return fault === 'missing' ? text.percentMissing : text.percentBad;
  if (key === 'minTime.minutes') return text.minutesBad;
  return key === 'minTime.seconds' ? text.secondsBad : undefined;
}

function sentence(key: RoomFaultKey, fault: TextFault, text: Texts['roomSettings']): string {
  if (key === 'redirectUrl') return fault === 'long' ? text.addressLong : text.addressBad;
  if (key.endsWith('description') || key.startsWith('contacts')) return text.textLong;
  if (fault === 'long') return text.nameLong;
  return key === 'name' ? text.nameMissing : text.titleMissing;
}
