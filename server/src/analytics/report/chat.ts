import type { CallMessage, CallPoll } from '../../../../contract/operations/analytics.ts';
import { timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  type ChatAuthor,
  countMessagesOfCall,
  type MessageOfCall,
  type MessagesPage,
  messagesOfCall,
  pollsOfCall,
  type VoteOfCall,
  votesOfCall,
} from './chat.store.ts';
import { loadCall, spanOf } from './load.ts';
import { detailsOf } from './report.ts';
import type { ReportedCall } from './store.ts';

/** The person behind a message or a vote, as the report names them. */
export type ReportAuthor = Pick<CallMessage, 'participantId' | 'name' | 'externalUserId'>;
type AuthorOf = (author: ChatAuthor) => ReportAuthor;

/**
 * Names the authors as the rows of the report do. An author who was not in the call has the name in the chat only.
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
  return ({ participantId, chatName }) => {
    const person = participantId === null ? undefined : people.get(keys.get(participantId));
    return person ?? { participantId: null, name: chatName, externalUserId: null };
  };
}

interface CallAt {
  db: Db;
  reported: ReportedCall;
  /** A running call ends here. */
  at: Date;
}

async function authorsOfCall({ db, reported, at }: CallAt): Promise<AuthorOf> {
  const { people, personKeys } = await loadCall(db, reported, { at });
  return authorsBy(
    personKeys,
    people.map((person) => ({ ...detailsOf(person), participantId: person.participantId })),
  );
}

const presentMessage = (message: MessageOfCall, authorOf: AuthorOf): CallMessage => ({
  id: message.id,
  ...authorOf(message),
  sentAt: timestamp(message.sentAt),
  text: message.text,
  isDeleted: message.isDeleted,
});

/** A page of the messages during a call, with deleted ones. */
export async function listMessagesOfCall(
  call: CallAt,
  page: MessagesPage,
): Promise<{ items: CallMessage[]; total: number }> {
  const span = spanOf(call.reported, call.at);
  const messages = await messagesOfCall(call.db, span, page);
  const authorOf = await authorsOfCall(call);
  return {
    items: messages.map((message) => presentMessage(message, authorOf)),
    total: await countMessagesOfCall(call.db, span),
  };
}

const presentAnswer = (vote: VoteOfCall, authorOf: AuthorOf): CallPoll['answers'][number] => ({
  ...authorOf(vote),
  answer: vote.answer,
  answeredAt: timestamp(vote.answeredAt),
});

/** The polls of a call with the answers in it. */
export async function listPollsOfCall(call: CallAt): Promise<CallPoll[]> {
  const span = spanOf(call.reported, call.at);
  const polls = await pollsOfCall(call.db, span);
  const votes = Map.groupBy(await votesOfCall(call.db, span), ({ pollId }) => pollId);
  const authorOf = await authorsOfCall(call);
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
