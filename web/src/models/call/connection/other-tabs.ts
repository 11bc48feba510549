import type { Store } from '../../../kit/store.ts';
import type { CallState } from '../call.ts';
import type { LeftReason } from '../call-contract.ts';

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

type InCall = {
  state: Store<Pick<CallState, 'connection'>>;
  leave: (reason: LeftReason) => Promise<void>;
};

/**
 * A person is in the call once. The engine puts the older entry out, but its word is lost where that connection breaks
 * at the same moment, and the older one would come back and put out the newer. Tabs of one browser tell each other.
 * @param channel reaches the other tabs in which this person is, and not this one
 */
export function keepToOneTab(call: InCall, channel: Channel): () => void {
  let hasComeIn = false;
  // Who is still on the way in is the newer one.
  channel.onmessage = () => {
    if (hasComeIn) void call.leave('duplicate');
  };
  const stop = call.state.subscribe(() => {
    // Only coming in anew counts: who merely got the connection back may be the older one.
    if (hasComeIn || call.state.get().connection.phase !== 'connected') return;
    hasComeIn = true;
    channel.postMessage('came in');
  });
  return () => {
    stop();
    channel.close();
  };
}
