import type { Store } from '../../../kit/store.ts';
import type { CallState } from '../call.ts';
import type { LeftReason } from '../call-contract.ts';

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

type InCall = {
  state: Store<Pick<CallState, 'connection'>>;
  leave: (reason: LeftReason) => Promise<void>;
};

/**
 * Ends the call in this tab when another tab of the browser joins: a participant has one session. The media server
 * ends the older session, but that message is lost if the older connection breaks at the same moment; the older tab
 * would then reconnect and end the newer one.
 * @param channel reaches the other tabs of this participant, not this one
 */
export function keepToOneTab(call: InCall, channel: Channel): () => void {
  let hasComeIn = false;
  // A tab that is still connecting is the newer one.
  channel.onmessage = () => {
    if (hasComeIn) void call.leave('duplicate');
  };
  const stop = call.state.subscribe(() => {
    // Count the first connection only: a tab that reconnects may be the older one.
    if (hasComeIn || call.state.get().connection.phase !== 'connected') return;
    hasComeIn = true;
    channel.postMessage('came in');
  });
  return () => {
    stop();
    channel.close();
  };
}
