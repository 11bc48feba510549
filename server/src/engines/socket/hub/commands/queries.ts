import { isFields } from '../../../../platform/http/input/declared.ts';
import { type ChangeEntry, mostRecovered } from '../../socket.ts';
import type { Stream } from '../channels/stream.ts';
import type { Connection } from '../connections/connection.ts';
import type { Context } from '../context.ts';
import { publication } from './frames.ts';
import {
  type CommandFields,
  readPosition,
  refusals,
  type SocketCommand,
  type StreamPosition,
} from './protocol.ts';

export type CommandHandler = (
  context: Context,
  connection: Connection,
  command: SocketCommand,
) => void | Promise<void>;

interface Asked {
  /** 0 asks for the position of the stream only. */
  limit: number;
  since: StreamPosition | undefined;
  isReverse: boolean;
}

/** @returns undefined if the fields are invalid */
function readAsked({ limit = 0, since, reverse = false }: CommandFields): Asked | undefined {
  if (typeof limit !== 'number' || !Number.isInteger(limit) || typeof reverse !== 'boolean') return undefined;
  const most = limit < 0 ? mostRecovered : Math.min(limit, mostRecovered);
  if (since === undefined || since === null) return { limit: most, since: undefined, isReverse: reverse };
  const position = isFields(since) ? readPosition(since) : undefined;
  return position && { limit: most, since: position, isReverse: reverse };
}

function select(stream: Stream, { limit, since, isReverse }: Asked): ChangeEntry[] {
  if (limit === 0) return [];
  if (!isReverse) return stream.after(since?.offset ?? 0).slice(0, limit);
  const before = since ? since.offset : Number.POSITIVE_INFINITY;
  return stream
    .after(0)
    .filter(({ seq }) => seq < before)
    .reverse()
    .slice(0, limit);
}

export const answerHistory: CommandHandler = async (context, connection, { id, fields }) => {
  const channel = context.channels.open(fields.channel as string, { isNumbered: true });
  const { stream } = channel;
  const asked = readAsked(fields);
  if (!stream) return connection.refuse(id, refusals.notAvailable);
  if (!asked) return connection.refuse(id, refusals.badRequest);
  const epoch = asked.since?.epoch;
  await channel.whileExpected(async () => {
    await channel.ready();
    if (epoch && epoch !== stream.epoch) await stream.mend();
    if (asked.limit > 0) await stream.reach(Math.max(0, stream.top - mostRecovered));
  });
  if (channel.isEnded) return connection.refuse(id, refusals.unknownChannel);
  if (epoch && epoch !== stream.epoch) return connection.refuse(id, refusals.unrecoverable);
  const publications = select(stream, asked).map(({ seq, data }) => publication(data, seq));
  const place = `"epoch":${JSON.stringify(stream.epoch)},"offset":${stream.top}`;
  connection.reply('history', id, `{"publications":[${publications.join(',')}],${place}}`);
};

export const answerPresence: CommandHandler = async ({ channels }, connection, { id, fields }) => {
  const present = await channels.presence(fields.channel as string);
  connection.reply('presence', id, JSON.stringify({ presence: present }));
};

export const answerPresenceStats: CommandHandler = async ({ channels }, connection, { id, fields }) => {
  const present = Object.values(await channels.presence(fields.channel as string));
  const people = new Set(present.map(({ user }) => user));
  const counts = { num_clients: present.length, num_users: people.size };
  connection.reply('presence_stats', id, JSON.stringify(counts));
};
