/**
 * Messages between a room in a frame and the page around it, by `postMessage`. The browser decides who may be the page
 * around a room (`LECTERN_ALLOWED_ORIGINS`); each side checks the window and the origin of every message
 * (docs/decisions/0037).
 */

/** The value of the frame's `allow` attribute: the permissions that a room uses. */
export const frameAllow = 'camera; microphone; display-capture; fullscreen; screen-wake-lock';

/** Posted as a plain text when the call has ended for the participant: existing integrations listen for it. */
export const callFinished = 'ld_finish_call';

/** Posted by the room. */
export type FrameEvent =
  | { type: 'lectern.joined' }
  | { type: 'lectern.muted'; isMuted: boolean }
  /** `duplicate`: the person continues in another tab. `failed`: the connection could not be restored. */
  | { type: 'lectern.left'; reason: 'left' | 'ended' | 'removed' | 'duplicate' | 'failed' };

/** Posted by the page around the room. Commands only turn things off: nobody can turn on a person's microphone. */
export type FrameCommand = { type: 'lectern.mute' } | { type: 'lectern.hang-up' };

const typeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;

const isOneOf =
  <T extends { type: string }>(...types: T['type'][]) =>
  (data: unknown): data is T =>
    types.some((type) => type === typeOf(data));

export const isFrameEvent = isOneOf<FrameEvent>('lectern.joined', 'lectern.muted', 'lectern.left');
export const isFrameCommand = isOneOf<FrameCommand>('lectern.mute', 'lectern.hang-up');
