import { dispose } from '@livekit/rtc-node';
import { speechIn } from './content.ts';
import { Publisher } from './publisher.ts';
import type { Order, PublisherRequest } from './publishers.ts';

// The process of `Publishers`. It executes orders from its IPC channel and ends with its parent.
const people = new Map<number, Publisher>();

const personOf = (who: number): Publisher => {
  const person = people.get(who);
  if (!person) throw new Error(`unknown participant ${who}`);
  return person;
};

const leave = async (who: number): Promise<void> => {
  const person = personOf(who);
  people.delete(who);
  await person.leave();
};

const obey = async (order: Order): Promise<void> => {
  if (order.do === 'join') people.set(order.who, await Publisher.join(order.url, order.token));
  else if (order.do === 'video') await personOf(order.who).video(order.kind, order.video);
  else if (order.do === 'sound') await personOf(order.who).sound(order.kind, order.heard);
  else if (order.do === 'speak') await personOf(order.who).speak(speechIn(order.path));
  else if (order.do === 'mute') personOf(order.who).mute(order.kind, order.mute);
  else if (order.do === 'unpublish') await personOf(order.who).unpublish(order.kind);
  else await leave(order.who);
};

process.on('message', ({ id, order }: PublisherRequest) => {
  obey(order).then(
    () => process.send?.({ id }),
    (error: unknown) => process.send?.({ id, failed: String(error) }),
  );
});

process.once('disconnect', async () => {
  // Exit anyway after 5 s: a media server that is gone does not answer.
  setTimeout(() => process.exit(0), 5_000);
  await Promise.allSettled([...people.keys()].map(leave));
  await dispose();
  process.exit(0);
});
