import { useEffect, useRef } from 'react';
import type { Call } from '../../../models/call/call.ts';
import { areKeysOn } from './keys-setting.ts';

/** Elements in which keys are text or have a meaning already. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Space clicks the focused button; dialogs and menus have keys of their own. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role="dialog"], [role="menu"], [role="alertdialog"]')) return true;
  return event.code === 'Space' && target.closest('button, a, [role="button"]') !== null;
}

/** By physical key, so that a Russian layout has the same shortcuts. */
function actionOf(event: KeyboardEvent, call: Call): (() => void) | undefined {
  const { rights, microphone, camera, screen } = call.state.get();
  if (event.code === 'KeyM' && rights.microphone) return () => void call.media.microphone.set(!microphone.on);
  if (event.code === 'KeyV' && rights.camera) return () => void call.media.camera.set(!camera.on);
  if (event.code === 'KeyS' && rights.screen) return () => void call.media.screen.set(!screen.on);
  return undefined;
}

type OfCode = (code: string) => (() => void) | undefined;

/** M, V and S, the keys of `more`, and push-to-talk with space while the microphone is off. */
export function useShortcuts(call: Call, more: OfCode): void {
  const others = useRef(more);
  others.current = more;
  useEffect(() => {
    let isTalking = false;
    const stopTalking = (): void => {
      if (!isTalking) return;
      isTalking = false;
      void call.media.microphone.set(false);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!areKeysOn()) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isTaken(event)) return;
      if (event.code === 'Space') {
        event.preventDefault();
        const { rights, microphone } = call.state.get();
        if (event.repeat || microphone.on || !rights.microphone) return;
        isTalking = true;
        void call.media.microphone.set(true);
        return;
      }
      const act = event.repeat ? undefined : (actionOf(event, call) ?? others.current(event.code));
      if (!act) return;
      event.preventDefault();
      isTalking = false;
      act();
    };
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.code === 'Space') stopTalking();
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', stopTalking);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', stopTalking);
      stopTalking();
    };
  }, [call]);
}
