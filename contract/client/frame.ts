import { callFinished, type FrameCommand, type FrameEvent, frameAllow, isFrameEvent } from '../frame.ts';

export { callFinished, type FrameCommand, type FrameEvent, frameAllow };

export interface FrameListeners {
  /** The participant is in the call. */
  onJoined?: () => void;
  /** After joining, and at each change. */
  onMuted?: (isMuted: boolean) => void;
  onLeft?: (reason: Extract<FrameEvent, { type: 'lectern.left' }>['reason']) => void;
  /** The call has ended for the participant (`ld_finish_call`): remove the frame. */
  onFinished?: () => void;
}

export interface FrameConnection {
  mute: () => void;
  hangUp: () => void;
  /** Stops listening. The call continues. */
  close: () => void;
}

/**
 * Connects your page to a room in an `<iframe>`. Messages of other windows and other origins are ignored.
 * @param link the room's address or the access link of the frame: it names Lectern's origin
 */
export function connectFrame(
  frame: HTMLIFrameElement,
  link: string,
  { onJoined, onMuted, onLeft, onFinished }: FrameListeners = {},
): FrameConnection {
  const { origin } = new URL(link);
  const listen = (message: MessageEvent): void => {
    if (message.origin !== origin || message.source !== frame.contentWindow) return;
    const data: unknown = message.data;
    if (data === callFinished) onFinished?.();
    if (!isFrameEvent(data)) return;
    if (data.type === 'lectern.joined') onJoined?.();
    else if (data.type === 'lectern.muted') onMuted?.(data.isMuted);
    else onLeft?.(data.reason);
  };
  const send = (command: FrameCommand): void => frame.contentWindow?.postMessage(command, origin);
  window.addEventListener('message', listen);
  return {
    mute: () => send({ type: 'lectern.mute' }),
    hangUp: () => send({ type: 'lectern.hang-up' }),
    close: () => window.removeEventListener('message', listen),
  };
}
