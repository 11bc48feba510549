import { setTimeout as pause } from 'node:timers/promises';
import { decodeJwt, SignJWT } from 'jose';
import { startCentrifugo } from '../server/testing/engines/centrifugo.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { medianOf, timeOf } from '../server/testing/limits/limit.ts';
import { ChatApi, type Chatter, makeChatRooms, together } from './lib/chat/place.ts';
import { RawSocket } from './lib/chat/raw-socket.ts';
import { oneAddress } from './lib/one-address.ts';
import { report } from './lib/report.ts';

/**
 * `npm run bench -- sockets [people]` measures how soon everybody of a large room is connected to the chat, as after a
 * restart of the server, beside a Centrifugo that reads all rights from the token and nothing from a database. All
 * connect from this process. Fewer people than usual are a trial, whose result is not kept.
 */
const usual = 10_000;
const people = Number(process.argv[2] ?? usual);
const atOnce = 256;
const rounds = 3;

/** Seconds until each of the tokens has a connection that is answered. */
async function connectAll(port: number, tokens: string[]): Promise<number> {
  const ears = { onChange: () => undefined, onClosed: () => undefined };
  const sockets: RawSocket[] = [];
  const took = await timeOf(() =>
    together(tokens, atOnce, async (token) => {
      sockets.push(await RawSocket.open({ port, token, ears }));
    }),
  );
  for (const socket of sockets) socket.close();
  // The end of these connections must not cost the next round.
  await pause(3_000);
  return took / 1000;
}

/** A token with the rights that Lectern reads from its database. */
const centrifugoToken = (secret: string, channelId: string, { token }: Chatter): Promise<string> => {
  const { sub = '' } = decodeJwt(token);
  return new SignJWT({ subs: { [`chat:${channelId}`]: {}, [`user:${sub}`]: {} } })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(sub)
    .setExpirationTime('1h')
    .sign(Buffer.from(secret));
};

const lectern = await startLectern({
  LECTERN_LOG_LEVEL: 'warn',
  LECTERN_SOCKET_TOKEN_SECONDS: '3600',
  ...oneAddress,
});
// Without its messages about who comes and goes: ours sends none unless a client asks for them.
const history = { history_size: 1000, history_ttl: '600s', force_recovery: true };
const namespaces = [{ name: 'chat', presence: true, ...history }, { name: 'user' }];
const centrifugo = await startCentrifugo({ namespaces });
const api = new ChatApi(lectern, 64);
try {
  const [room] = await makeChatRooms(lectern, 1);
  if (!room) throw new Error('no room');
  const chatters = await api.enterAll(room, people, 'Learner');
  const own = chatters.map(({ token }) => token);
  const others = await Promise.all(
    chatters.map((chatter) => centrifugoToken(centrifugo.tokenSecret, room.channelId, chatter)),
  );
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await connectAll(lectern.ports.http, own));
    theirs.push(await connectAll(Number(new URL(centrifugo.url).port), others));
  }
  const listed = (all: number[]) => all.map((seconds) => seconds.toFixed(2)).join(', ');
  const figures = { 'Lectern, s': listed(ours), 'Centrifugo, s': listed(theirs) };
  const what = `${people} connect, median of ${rounds}`;
  const goals = [{ what, measured: medianOf(ours), bound: 2.5, unit: 's' }];
  report({ name: 'sockets', unit: 's', figures, goals, isKept: people === usual });
} finally {
  await api.close();
  await centrifugo.remove();
  await lectern.remove();
}
