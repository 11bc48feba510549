import { mostRecovered } from '../../socket.ts';
import type { HubChannel } from '../channels/channel.ts';
import type { Stream } from '../channels/stream.ts';
import { publication } from './frames.ts';
import type { StreamPosition } from './protocol.ts';

/** A channel to subscribe to, with the position to recover from if the client names one. */
export interface SubscriptionRequest {
  channel: HubChannel;
  position?: StreamPosition;
}

const isSameLife = (stream: Stream, { epoch }: StreamPosition): boolean =>
  epoch === '' || epoch === stream.epoch;

async function prepareOne({ channel, position }: SubscriptionRequest): Promise<void> {
  await channel.ready();
  const { stream } = channel;
  if (!stream || !position || channel.isEnded) return;
  // Another node was ahead of this one, or the epoch changed: the table decides.
  if (!isSameLife(stream, position) || position.offset > stream.top) await stream.mend();
  if (isSameLife(stream, position)) await stream.reach(position.offset);
}

function isPrepared({ channel: { stream, isEnded }, position }: SubscriptionRequest): boolean {
  if (isEnded || !stream) return true;
  if (!stream.isRead) return false;
  if (!position || !isSameLife(stream, position)) return true;
  const missing = stream.top - position.offset;
  return missing > mostRecovered || stream.holdsAfter(position.offset);
}

/**
 * Does the asynchronous part of subscribing. Call `takeSubscription` synchronously afterwards, so that no publication
 * falls in between.
 */
export async function prepareSubscriptions(requests: SubscriptionRequest[]): Promise<void> {
  let open = requests;
  for (let round = 0; round < 3 && open.length > 0; round += 1) {
    await Promise.all(open.map((request) => request.channel.whileExpected(() => prepareOne(request))));
    // While one channel was read, another one's copy may have been dropped.
    open = open.filter((request) => !isPrepared(request));
  }
}

/** All changes after this position; undefined if they are unknown or too many. */
function missingSince(stream: Stream, position: StreamPosition): string[] | undefined {
  const { offset } = position;
  const count = stream.top - offset;
  if (!isSameLife(stream, position) || count < 0 || count > mostRecovered) return undefined;
  if (!stream.holdsAfter(offset)) return undefined;
  return stream.after(offset).map(({ seq, data }) => publication(data, seq));
}

/** The listener's new position as JSON text. Add the listener to the channel synchronously afterwards. */
export function takeSubscription({ channel, position }: SubscriptionRequest): {
  result: string;
  isRecovered: boolean;
} {
  const { stream } = channel;
  if (!stream) return { result: '{}', isRecovered: false };
  channel.flush();
  const start = `{"recoverable":true,"positioned":true,"epoch":${JSON.stringify(stream.epoch)}`;
  const missing = position && missingSince(stream, position);
  if (position && missing) {
    // The requested offset, not the top: a client that is cut off between the publications recovers the rest.
    const recovered = `"recovered":true,"publications":[${missing.join(',')}],"offset":${position.offset}`;
    return { result: `${start},"was_recovering":true,${recovered}}`, isRecovered: true };
  }
  const wasRecovering = position ? '"was_recovering":true,' : '';
  return { result: `${start},${wasRecovering}"offset":${stream.top}}`, isRecovered: false };
}
