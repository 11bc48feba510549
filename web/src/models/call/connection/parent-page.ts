import { type FrameEvent, isFrameCommand } from '../../../../../contract/frame.ts';
import type { Store } from '../../../kit/store.ts';
import type { CallState } from '../call.ts';
import type { LeftReason } from '../call-contract.ts';

type InCall = {
  state: Store<Pick<CallState, 'connection' | 'microphone'>>;
  leave: (reason?: LeftReason) => Promise<void>;
  media: { microphone: { set: (on: boolean) => Promise<unknown> } };
};

/**
 * The parent window of our frame. Without an origin (an old browser, a page without referrer) nothing is sent or
 * accepted.
 */
type ParentPage = { window: Pick<Window, 'postMessage'>; origin: string };

/** The parent page; undefined if there is none or if it has no origin (a sandbox, a file). */
export function findParentPage(own: Window = window): ParentPage | undefined {
  if (own.parent === own) return undefined;
  const origin = own.location.ancestorOrigins?.[0] ?? URL.parse(own.document.referrer)?.origin;
  return origin === undefined || origin === 'null' ? undefined : { window: own.parent, origin };
}

/** Posts call events to the parent page and runs its commands. Messages of other windows are ignored. */
export function connectToParent(call: InCall, page: ParentPage, messages: EventTarget): () => void {
  const post = (event: FrameEvent): void => page.window.postMessage(event, page.origin);
  let hasJoined = false;
  let isMuted: boolean | undefined;
  const tell = (): void => {
    const { connection, microphone } = call.state.get();
    if (connection.phase === 'ended') {
      stop();
      post({ type: 'lectern.left', reason: connection.reason });
      return;
    }
    if (!hasJoined && connection.phase !== 'connected') return;
    if (!hasJoined) post({ type: 'lectern.joined' });
    hasJoined = true;
    if (isMuted === !microphone.on) return;
    isMuted = !microphone.on;
    post({ type: 'lectern.muted', isMuted });
  };
  const stop = call.state.subscribe(tell);
  const obey = (event: Event): void => {
    const { source, origin, data } = event as MessageEvent<unknown>;
    if (source !== page.window || origin !== page.origin || !isFrameCommand(data)) return;
    if (data.type === 'lectern.hang-up') void call.leave();
    else if (call.state.get().microphone.on) void call.media.microphone.set(false);
  };
  messages.addEventListener('message', obey);
  return () => {
    stop();
    messages.removeEventListener('message', obey);
  };
}
