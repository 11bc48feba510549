import { useCallback } from 'react';
import { useLanguage } from '../../../i18n/language.ts';
import type { Source } from '../../../models/call/api.ts';
import type { NoticeContent } from '../../../models/call/notices.ts';
import { useCall, useCallState, useStage } from '../call-context.ts';
import { noticeText } from '../notices/notice-text.ts';

/** Why a button cannot be used. A press shows the reason as a notice, because a finger sees no tooltip. */
export type Lock = { reason: string; onPress: () => void };

export function useLock(isLocked: boolean, notice: NoticeContent): Lock | undefined {
  const language = useLanguage();
  const { notices } = useCall();
  if (!isLocked) return undefined;
  return { reason: noticeText(notice, language), onPress: () => notices.add(notice) };
}

/** The lock of a microphone, camera or screen that this person may not send. */
export function useSourceLock(source: Source): Lock | undefined {
  const { room } = useStage();
  const may = useCallState(({ rights }) => rights[source]);
  return useLock(!may, { kind: 'source-locked', source, isWebinar: room.type === 'webinar' });
}

const sourceOf: Partial<Record<string, Source>> = { KeyM: 'microphone', KeyV: 'camera', KeyS: 'screen' };

/** The shortcuts of locked sources also show the reason. */
export function useLockedKeys(): (code: string) => (() => void) | undefined {
  const { call, room } = useStage();
  return useCallback(
    (code) => {
      const source = sourceOf[code];
      if (!source || call.state.get().rights[source]) return undefined;
      const isWebinar = room.type === 'webinar';
      return () => call.notices.add({ kind: 'source-locked', source, isWebinar });
    },
    [call, room],
  );
}
