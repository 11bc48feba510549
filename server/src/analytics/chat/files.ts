import { Readable } from 'node:stream';
import type { CallMessage, CallPoll } from '../../../../contract/operations/analytics-chat.ts';
import { timestamp } from '../../platform/clock.ts';
import { ContentAnswer } from '../../platform/http/endpoint.ts';
import { reportTypes } from '../report/builds/build.ts';
import { allMessages, presentPolls, type ReportedChat } from '../report/chat.ts';
import { type Column, millisecondsOfIso, plainColumn } from '../report/columns.ts';
import { csvPieces } from '../report/csv.ts';

type Author = Pick<CallMessage, 'name' | 'externalUserId' | 'participantId' | 'chatUserId'>;

const authorColumns: Column<Author>[] = [
  plainColumn('name', 'Name'),
  plainColumn('externalUserId', 'External user ID'),
  plainColumn('participantId', 'Participant ID'),
  plainColumn('chatUserId', 'Chat user ID'),
];

const timeColumn = <Row>(name: keyof Row & string, header: string): Column<Row> => ({
  name,
  header,
  kind: 'date',
  value: (row) => millisecondsOfIso(row[name] as string | null),
});

const messageColumns: Column<CallMessage>[] = [
  timeColumn('sentAt', 'Sent'),
  ...authorColumns,
  plainColumn('text', 'Message'),
  plainColumn('isDeleted', 'Deleted', 'flag'),
  plainColumn('id', 'ID'),
];

/** An answer with its poll; a poll without answers has one row without an author. */
type AnswerRow = Pick<CallPoll, 'id' | 'question' | 'startedAt' | 'finishedAt'> & {
  [Key in keyof CallPoll['answers'][number]]: CallPoll['answers'][number][Key] | null;
};

const answerColumns: Column<AnswerRow>[] = [
  plainColumn('question', 'Question'),
  ...authorColumns,
  plainColumn('answer', 'Answer'),
  timeColumn('answeredAt', 'Answered'),
  timeColumn('startedAt', 'Started'),
  timeColumn('finishedAt', 'Finished'),
  plainColumn('id', 'Poll ID'),
];

const nobody = {
  ...{ chatUserId: null, participantId: null, name: null, externalUserId: null },
  ...{ answer: null, answeredAt: null },
};

async function* answerRows(chat: ReportedChat): AsyncGenerator<AnswerRow[]> {
  for (const { answers, id, question, startedAt, finishedAt } of await presentPolls(chat)) {
    const poll = { id, question, startedAt, finishedAt };
    yield answers.length === 0 ? [{ ...poll, ...nobody }] : answers.map((answer) => ({ ...poll, ...answer }));
  }
}

/** The name of the file and the time zone of its times. */
export interface FileAs {
  /** Such as the room's. */
  name: string;
  since: Date;
  zone: string;
}

function csvFile<Row>(columns: Column<Row>[], pages: AsyncIterable<Row[]>, { name, since, zone }: FileAs) {
  const fileName = `${name} ${timestamp(since).slice(0, 10)}.csv`;
  return new ContentAnswer(Readable.from(csvPieces(columns, pages, zone)), reportTypes.csv, fileName);
}

/** All messages as CSV, the oldest first. It is read while it is sent, so that a long chat needs no memory. */
export const messagesFile = (chat: ReportedChat, as: FileAs): ContentAnswer =>
  csvFile(messageColumns, allMessages(chat), { ...as, name: `${as.name} chat` });

/** All answers to polls as CSV. */
export const pollsFile = (chat: ReportedChat, as: FileAs): ContentAnswer =>
  csvFile(answerColumns, answerRows(chat), { ...as, name: `${as.name} polls` });
