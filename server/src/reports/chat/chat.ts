import type { CallMessage, CallPoll } from '../../../../contract/operations/reports-chat.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { FileTitle } from '../formats/format.ts';
import type { Gathering } from '../people/gathering.store.ts';
import {
  type ChatAuthor,
  countMessages,
  type MessageOfCall,
  type MessagesPage,
  readGatheringMessages,
  readGatheringPolls,
  readGatheringVotes,
  type VoteOfCall,
} from './chat.store.ts';

/** The person behind a message or a vote, as the report names them. */
export type ReportAuthor = Pick<CallMessage, 'participantId' | 'name' | 'externalUserId'>;
type AuthorOf = (author: ChatAuthor) => ReportAuthor;

/** An author as the chat itself knows them. */
export const chatAuthor: AuthorOf = ({ chatName, chatExternalId }) => ({
  participantId: null,
  name: chatName,
  externalUserId: chatExternalId,
});

/**
 * Names the authors as the rows of the report do, and those who were not in the call as the chat does.
 * @param keys the key of the person behind each participant
 * @param rows one for each person, with the id of one of their participants
 */
export function authorsBy(keys: Map<string, string>, rows: readonly ReportAuthor[]): AuthorOf {
  const people = new Map(
    rows.map(({ participantId, name, externalUserId }) => [
      keys.get(participantId ?? ''),
      { participantId, name, externalUserId },
    ]),
  );
  return (author) => {
    const { participantId } = author;
    const person = participantId === null ? undefined : people.get(keys.get(participantId));
    return person ?? chatAuthor(author);
  };
}

/** A chat during a call or a period, with the names of its authors. */
export interface ReportedChat {
  db: Db;
  title: FileTitle;
  gathering: Gathering;
  authorOf: AuthorOf;
}

const presentMessage = (message: MessageOfCall, authorOf: AuthorOf): CallMessage => ({
  id: message.id,
  chatUserId: message.chatUserId,
  ...authorOf(message),
  sentAt: timestamp(message.sentAt),
  text: message.text,
  isDeleted: message.isDeleted,
});

const readPage = async (
  { db, gathering, authorOf }: ReportedChat,
  page: MessagesPage,
): Promise<CallMessage[]> =>
  (await readGatheringMessages(db, gathering, page)).map((message) => presentMessage(message, authorOf));

/** A page of the messages, with deleted ones. */
export async function presentMessagesPage(
  chat: ReportedChat,
  page: MessagesPage,
): Promise<{ items: CallMessage[]; total: number }> {
  return { items: await readPage(chat, page), total: await countMessages(chat.db, chat.gathering) };
}

const messagesAtOnce = 1000;

/** All messages, the oldest first, in pages. */
export async function* allMessages(chat: ReportedChat): AsyncGenerator<CallMessage[]> {
  for (let offset = 0; ; offset += messagesAtOnce) {
    const page = await readPage(chat, { limit: messagesAtOnce, offset, order: 'asc' });
    yield page;
    if (page.length < messagesAtOnce) return;
  }
}

const presentAnswer = (vote: VoteOfCall, authorOf: AuthorOf): CallPoll['answers'][number] => ({
  chatUserId: vote.chatUserId,
  ...authorOf(vote),
  answer: vote.answer,
  isCorrect: vote.isCorrect,
  answeredAt: timestamp(vote.answeredAt),
});

/** The polls with the answers. */
export async function presentPolls({ db, gathering, authorOf }: ReportedChat): Promise<CallPoll[]> {
  const polls = await readGatheringPolls(db, gathering);
  const votes = Map.groupBy(await readGatheringVotes(db, gathering), ({ pollId }) => pollId);
  return polls.map(({ createdAt, startedAt, finishedAt, ...poll }) => ({
    id: poll.id,
    question: poll.question,
    createdAt: timestamp(createdAt),
    startedAt: timestamp(startedAt),
    finishedAt: finishedAt && timestamp(finishedAt),
    options: poll.options,
    answers: (votes.get(poll.id) ?? []).map((vote) => presentAnswer(vote, authorOf)),
  }));
}
