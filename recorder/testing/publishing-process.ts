import { dispose } from '@livekit/rtc-node';
import { speechIn } from './content.ts';
import { Publisher } from './publisher.ts';
import type { Order } from './publishers.ts';
import { answerRequests } from './requests.ts';

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

answerRequests(obey, async () => {
  await Promise.allSettled([...people.keys()].map(leave));
  await dispose();
});
