import type { RefObject } from 'react';
import type { WebinarPlayer } from '../../../models/webinar/player.ts';
import { useKeys } from '../../../ui/player/use-keys.ts';

type Parts = {
  frame: RefObject<HTMLElement | null>;
  player: WebinarPlayer | undefined;
  onFull: () => void;
  /** Undefined for a video without captions. */
  onCaptions: (() => void) | undefined;
};

/** The keys of a recording's player, as far as the viewing allows them: the player ignores the others. */
export function useWebinarKeys({ frame, player, onFull, onCaptions }: Parts): void {
  useKeys(frame, (command) => {
    if (command.kind === 'full') return onFull();
    if (command.kind === 'captions') return onCaptions?.();
    if (!player) return;
    const { isMuted, volume, duration } = player.state.get();
    if (command.kind === 'mute') player.setMuted(!isMuted);
    if (command.kind === 'louder') player.setVolume((isMuted ? 0 : volume) + command.by);
    if (command.kind === 'toggle') player.toggle();
    if (command.kind === 'seek') player.seekBy(command.by);
    if (command.kind === 'jump') player.seekTo(duration * command.to);
  });
}
