import { useEffect } from 'react';
import { useBoardsIfOpen, useSlidesIfOpen } from '../../../room/room-parts.tsx';
import { areKeysOn } from '../bar/keys-setting.ts';
import { useCall, useCallState } from '../call-context.ts';

/** Elements in which these keys have a meaning already. */
const taken =
  'input, textarea, select, [contenteditable], aside, [role="dialog"], [role="menu"], [role="alertdialog"], [role="tablist"], [role="radiogroup"], [role="slider"]';

/** The step of a key; presenters' remote controls send the keys of a page. */
function stepOf({ code }: KeyboardEvent): 1 | -1 | undefined {
  const isMirrored = document.documentElement.dir === 'rtl';
  if (code === 'PageDown' || code === (isMirrored ? 'ArrowLeft' : 'ArrowRight')) return 1;
  return code === 'PageUp' || code === (isMirrored ? 'ArrowRight' : 'ArrowLeft') ? -1 : undefined;
}

/** A moderator turns the pages on the stage by keys. Failures of slides and drawings are notices. */
export function useSlideKeys(): void {
  const show = useSlidesIfOpen();
  const boards = useBoardsIfOpen();
  const { notices } = useCall();
  const isModerator = useCallState(({ people }) => people[0]?.role === 'moderator');
  useEffect(() => show?.onFailure(() => notices.add({ kind: 'action-failed' })), [show, notices]);
  useEffect(() => boards?.onFailure(() => notices.add({ kind: 'action-failed' })), [boards, notices]);
  useEffect(() => {
    if (!show || !isModerator) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (!step || !areKeysOn() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(taken)) return;
      if (!show.shown.get()) return;
      event.preventDefault();
      show.step(step);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [show, isModerator]);
}
