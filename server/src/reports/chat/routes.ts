import type { Query } from '../../../../contract/routes.ts';
import { now, parseMoment } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { roomInPath } from '../../rooms/rooms.ts';
import { type LeastInSpace, spaceFor } from '../../spaces/spaces.ts';
import { callInPath, refusePast } from '../access.ts';
import { loadCall } from '../calls/load.ts';
import { gatheringOfCall, type ReportedCall } from '../calls/store.ts';
import { csvFormOf } from '../formats/csv.ts';
import { detailsOf } from '../people/details.ts';
import { findRoomChannel, gatheringOfChannel, gatheringOfPolls, type RoomChannel } from './channel.store.ts';
import { authorsBy, chatAuthor, presentMessagesPage, presentPolls, type ReportedChat } from './chat.ts';
import { type FileAs, messagesFile, pollsFile } from './files.ts';

type Format = Query<'listAnalyticsCallPolls'>;

const fileOfCall = (call: ReportedCall, query: NonNullable<Format>): FileAs => ({
  name: call.roomName,
  since: call.startedAt,
  ...csvFormOf(query),
});

/** The chat of a call. A running call ends at the moment `at`. */
async function chatOfCall(db: Db, reported: ReportedCall, at: Date): Promise<ReportedChat> {
  const { people, personKeys } = await loadCall(db, reported, { at });
  const rows = people.map((person) => ({ ...detailsOf(person), participantId: person.participantId }));
  return {
    db,
    gathering: gatheringOfCall(reported, at),
    authorOf: authorsBy(personKeys, rows),
  };
}

const ofCalls = (): Endpoint[] => [
  endpoint('listAnalyticsCallMessages', {
    access: callInPath,
    handle: async ({ db, access, query }) => {
      const { format = 'json', limit = 1000, offset = 0, order = 'desc' } = query;
      const chat = await chatOfCall(db, refusePast(access), now());
      if (format === 'csv') return messagesFile(chat, fileOfCall(access, query));
      return presentMessagesPage(chat, { limit, offset, order });
    },
  }),
  endpoint('listAnalyticsCallPolls', {
    access: callInPath,
    handle: async ({ db, access, query }) => {
      const { format = 'json' } = query;
      const chat = await chatOfCall(db, refusePast(access), now());
      if (format !== 'json') return pollsFile(chat, format, fileOfCall(access, query));
      return { items: await presentPolls(chat) };
    },
  }),
];

/** Finds the channel in the path for the people who lead its group. */
async function channelInPath({
  db,
  caller,
  params,
  least,
}: {
  db: Db;
  caller: Caller;
  params: { spaceId: string; channelId: string };
  least: LeastInSpace;
}): Promise<RoomChannel> {
  await spaceFor(db, caller, { spaceId: params.spaceId, least });
  return (await findRoomChannel(db, params)) ?? refuse('not_found');
}

const firstDay = new Date(0);

type Period = Pick<NonNullable<Query<'listChannelMessages'>>, 'dateFrom' | 'dateTo'>;

const chatOfChannel = (db: Db, channel: RoomChannel, { dateFrom, dateTo }: Period): ReportedChat => ({
  db,
  gathering: gatheringOfChannel(channel, {
    from: (dateFrom === undefined ? undefined : parseMoment(dateFrom)) ?? firstDay,
    until: (dateTo === undefined ? undefined : parseMoment(dateTo)) ?? now(),
  }),
  authorOf: chatAuthor,
});

/** The file is named after the beginning of the period, or else after today. */
const fileOfChannel = (
  { roomName: name }: RoomChannel,
  { dateFrom, ...query }: Period & NonNullable<Format>,
): FileAs => ({
  name,
  since: (dateFrom === undefined ? undefined : parseMoment(dateFrom)) ?? now(),
  ...csvFormOf(query),
});

const ofChannels = (): Endpoint[] => [
  endpoint('listChannelMessages', {
    access: channelInPath,
    handle: async ({ db, access, query }) => {
      const { format = 'json', limit = 1000, offset = 0, order = 'desc' } = query;
      const chat = chatOfChannel(db, access, query);
      if (format === 'csv') return messagesFile(chat, fileOfChannel(access, query));
      return presentMessagesPage(chat, { limit, offset, order });
    },
  }),
  endpoint('listChannelPolls', {
    access: channelInPath,
    handle: async ({ db, access, query }) => {
      const chat = chatOfChannel(db, access, query);
      const { format = 'json' } = query;
      if (format !== 'json') return pollsFile(chat, format, fileOfChannel(access, query));
      return { items: await presentPolls(chat) };
    },
  }),
];

const ofRooms = (): Endpoint[] => [
  endpoint('listRoomPollAnswers', {
    access: roomInPath,
    handle: async ({ db, access: { room }, query }) => {
      const { pollId, format = 'json' } = query;
      const gathering = gatheringOfPolls(room, { pollId, until: now() });
      const chat = { db, gathering, authorOf: chatAuthor };
      if (format !== 'json')
        return pollsFile(chat, format, { name: room.name, since: now(), ...csvFormOf(query) });
      return { items: await presentPolls(chat) };
    },
  }),
];

/** Endpoints for the chats of calls, channels and rooms, as lists and as files. */
export const chatAnalyticsEndpoints = (): Endpoint[] => [...ofCalls(), ...ofChannels(), ...ofRooms()];
