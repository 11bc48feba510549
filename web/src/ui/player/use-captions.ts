import { type RefObject, useEffect, useRef } from 'react';
import { type CaptionText, withinTwoLines } from './caption-lines.ts';

type Parts = {
  videoRef: RefObject<HTMLVideoElement | null>;
  captions: readonly CaptionText[];
  isShown: boolean;
  /** True while controls cover the lower edge of the picture. */
  isLifted: boolean;
};

/** The lowest line of a caption, counted from the lower edge. */
const lifted = -4;

/** A caption's text is markup to the browser. */
const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Shows captions by a text track of the video, which full screen and picture in picture show, too. */
export function useCaptions({ videoRef, captions, isShown, isLifted }: Parts): void {
  const track = useRef<TextTrack>(undefined);

  useEffect(() => {
    if (captions.length === 0) return;
    track.current ??= videoRef.current?.addTextTrack('captions');
    const shown = track.current;
    if (!shown) return;
    // A disabled track has no list of its captions.
    if (shown.mode === 'disabled') shown.mode = 'hidden';
    const cues = withinTwoLines(captions).map(({ start, end, text }) => new VTTCue(start, end, plain(text)));
    for (const cue of cues) shown.addCue(cue);
    return () => {
      for (const cue of cues) shown.removeCue(cue);
    };
  }, [captions, videoRef]);

  useEffect(() => {
    const shown = track.current;
    if (!shown || captions.length === 0) return;
    // Only those on the picture: a long recording has thousands, and the controls come and go all the time.
    const place = () => {
      for (const cue of shown.activeCues ?? []) {
        if (cue instanceof VTTCue) cue.line = isLifted ? lifted : 'auto';
      }
    };
    place();
    shown.addEventListener('cuechange', place);
    return () => shown.removeEventListener('cuechange', place);
  }, [captions, isLifted]);

  useEffect(() => {
    if (track.current) track.current.mode = isShown && captions.length > 0 ? 'showing' : 'hidden';
  }, [captions, isShown]);
}
