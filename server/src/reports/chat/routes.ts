import type { Query } from '../../../../contract/routes.ts';
import { now, parseMoment } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { type Asking, type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { roomInPath } from '../../rooms/rooms.ts';
import { type LeastInSpace, spaceFor } from '../../spaces/spaces.ts';
import { callInPath, refusePast } from '../access.ts';
import { loadCall } from '../calls/load.ts';
import { gatheringOfCall, type ReportedCall } from '../calls/store.ts';
import { csvFormOf } from '../formats/csv.ts';
import { detailsOf } from '../people/details.ts';
import { findRoomChannel, gatheringOfChannel, gatheringOfPolls, type RoomChannel } from './channel.store.ts';
import { authorsBy, chatAuthor, presentMessagesPage, presentPolls, type ReportedChat } from './chat.ts';
import { messagesFile, pollsFile } from './files.ts';

/** The chat of a call until now. */
async function chatOfCall(db: Db, call: ReportedCall): Promise<ReportedChat> {
  const at = now();
  const { people, personKeys } = await loadCall(db, refusePast(call), { at });
  const rows = people.map((person) => ({ ...detailsOf(person), participantId: person.participantId }));
  const title = { name: call.roomName, since: call.startedAt };
  return { db, title, gathering: gatheringOfCall(call, at), authorOf: authorsBy(personKeys, rows) };
}

/** Finds the channel in the path for the people who lead its group. */
async function channelInPath(
  request: Asking<{ spaceId: string; channelId: string }> & { least: LeastInSpace },
): Promise<RoomChannel> {
  const { db, caller, params, least } = request;
  await spaceFor(db, caller, { spaceId: params.spaceId, least });
  return (await findRoomChannel(db, params)) ?? refuse('not_found');
}

/** The file is named after the beginning of the period, or else after today. */
function chatOfChannel(
  db: Db,
  channel: RoomChannel,
  { dateFrom, dateTo }: Pick<Query<'listChannelMessages'>, 'dateFrom' | 'dateTo'>,
): ReportedChat {
  const from = parseMoment(dateFrom);
  const gathering = gatheringOfChannel(channel, {
    from: from ?? new Date(0),
    until: parseMoment(dateTo) ?? now(),
  });
  return { db, title: { name: channel.roomName, since: from ?? now() }, gathering, authorOf: chatAuthor };
}

async function answerMessages(chat: ReportedChat, query: Query<'listAnalyticsCallMessages'>) {
  const { format = 'json', limit = 1000, offset = 0, order = 'desc' } = query;
  if (format === 'csv') return messagesFile(chat, csvFormOf(query));
  return presentMessagesPage(chat, { limit, offset, order });
}

async function answerPolls(chat: ReportedChat, query: Query<'listAnalyticsCallPolls'>) {
  const { format = 'json' } = query;
  if (format !== 'json') return pollsFile(chat, format, csvFormOf(query));
  return { items: await presentPolls(chat) };
}

/** Endpoints for the chats of calls, channels and rooms, as lists and as files. */
export const chatAnalyticsEndpoints = (): Endpoint[] => [
  endpoint('listAnalyticsCallMessages', {
    access: callInPath,
    handle: async ({ db, access, query }) => answerMessages(await chatOfCall(db, access), query),
  }),
  endpoint('listAnalyticsCallPolls', {
    access: callInPath,
    handle: async ({ db, access, query }) => answerPolls(await chatOfCall(db, access), query),
  }),
  endpoint('listChannelMessages', {
    access: channelInPath,
    handle: ({ db, access, query }) => answerMessages(chatOfChannel(db, access, query), query),
  }),
  endpoint('listChannelPolls', {
    access: channelInPath,
    handle: ({ db, access, query }) => answerPolls(chatOfChannel(db, access, query), query),
  }),
  endpoint('listRoomPollAnswers', {
    access: roomInPath,
    handle: ({ db, access: { room }, query }) => {
      const gathering = gatheringOfPolls(room, { pollId: query.pollId, until: now() });
      const title = { name: room.name, since: now() };
      return answerPolls({ db, title, gathering, authorOf: chatAuthor }, query);
    },
  }),
];
