import { useState } from 'react';
import { chooseOwnPicture, PictureRefused, pickPicture } from '../models/call/background/own-picture.ts';

/** Lets the person choose a picture for the background; `onChosen` runs when it is kept. */
export function useOwnPicture(onChosen: () => void): {
  choose: () => void;
  refusal: PictureRefused['reason'] | undefined;
} {
  const [refusal, setRefusal] = useState<PictureRefused['reason']>();
  const choose = async (): Promise<void> => {
    const file = await pickPicture();
    if (!file) return;
    try {
      await chooseOwnPicture(file);
      setRefusal(undefined);
      onChosen();
    } catch (error) {
      setRefusal(error instanceof PictureRefused ? error.reason : 'kind');
    }
  };
  return { choose: () => void choose(), refusal };
}
