import { useEffect, useState } from 'react';
import { background } from '../../../models/call/background/background.ts';
import { ownPicture } from '../../../models/call/background/own-picture.ts';
import { useStore } from '../../../ui/use-store.ts';

export type EffectPicture = {
  /**
   * The picture with the effect; the camera's own until the effect has started, and without one; undefined without a
   * camera.
   */
  track: MediaStreamTrack | undefined;
  state: 'plain' | 'starting' | 'shown' | 'failed';
};

/** Applies the chosen background to the preview. The call gets the camera's own track and applies it again. */
export function useEffectPicture(camera: MediaStreamTrack | undefined): EffectPicture {
  const choice = useStore(background);
  const own = useStore(ownPicture);
  // Another own picture begins the effect anew.
  const ownUrl = choice === 'own' ? own : undefined;
  const [shown, setShown] = useState<MediaStreamTrack>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!camera || choice === 'none' || (choice === 'own' && ownUrl === undefined)) return;
    setFailed(false);
    let end: (() => void) | undefined;
    let isCurrent = true;
    const start = async (): Promise<void> => {
      const { previewEffect } = await import('../../../models/call/background/processor.ts');
      const effect = await previewEffect(camera, choice);
      if (!isCurrent) {
        effect.end();
        return;
      }
      end = effect.end;
      setShown(effect.track);
    };
    start().catch(() => {
      if (!isCurrent) return;
      setFailed(true);
      background.set('none');
    });
    return () => {
      isCurrent = false;
      end?.();
      setShown(undefined);
    };
  }, [camera, choice, ownUrl]);
  if (shown) return { track: shown, state: 'shown' };
  return { track: camera, state: choice !== 'none' ? 'starting' : hasFailed ? 'failed' : 'plain' };
}
