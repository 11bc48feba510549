import { useCallback } from 'react';
import { useLanguage } from '../../../i18n/language.ts';
import type { Source } from '../../../models/call/api.ts';
import type { CallRoom } from '../../../models/call/call-contract.ts';
import type { NoticeContent } from '../../../models/call/notices.ts';
import { maySendAnything, type Rights } from '../../../models/call/people/rights.ts';
import { useCall, useCallState, useStage } from '../call-context.ts';
import { noticeText } from '../notices/notice-text.ts';

/** Why a button cannot be used. A press shows the reason as a notice, because a finger sees no tooltip. */
export type Lock = { reason: string; onPress: () => void };

/** The lock with the reason that this notice gives; undefined without a notice. */
export function useLock(notice: NoticeContent | undefined): Lock | undefined {
  const language = useLanguage();
  const { notices } = useCall();
  return notice && { reason: noticeText(notice, language), onPress: () => notices.add(notice) };
}

/** The reason why a person with these rights may not send a source; undefined if they may. */
function lockedSource(source: Source, rights: Rights, room: CallRoom): NoticeContent | undefined {
  if (rights[source]) return undefined;
  return { kind: 'source-locked', source, isViewer: room.type === 'webinar' && !maySendAnything(rights) };
}

/** The lock of a microphone, camera or screen that this person may not send. */
export function useSourceLock(source: Source): Lock | undefined {
  const { room } = useStage();
  const rights = useCallState((state) => state.rights);
  return useLock(lockedSource(source, rights, room));
}

const sourceOf: Partial<Record<string, Source>> = { KeyM: 'microphone', KeyV: 'camera', KeyS: 'screen' };

/** The shortcuts of locked sources also show the reason. */
export function useLockedKeys(): (code: string) => (() => void) | undefined {
  const { call, room } = useStage();
  return useCallback(
    (code) => {
      const source = sourceOf[code];
      const notice = source && lockedSource(source, call.state.get().rights, room);
      return notice && (() => call.notices.add(notice));
    },
    [call, room],
  );
}
