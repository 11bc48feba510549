import { Readable } from 'node:stream';
import type { CallMessage, CallPoll } from '../../../../contract/operations/reports-chat.ts';
import { ContentAnswer } from '../../platform/http/endpoint.ts';
import { type Column, millisecondsOfIso, plainColumn } from '../formats/columns.ts';
import { type CsvForm, csvPieces } from '../formats/csv.ts';
import { reportFileName, reportTypes } from '../formats/format.ts';
import { sheetIn } from '../formats/language.ts';
import { sheetOf, writeWorkbook } from '../formats/workbook.ts';
import { LocalClock } from '../formats/zone.ts';
import { allMessages, presentPolls, type ReportedChat } from './chat.ts';

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
  plainColumn('isCorrect', 'Correct', 'flag'),
];

const nobody = {
  ...{ chatUserId: null, participantId: null, name: null, externalUserId: null },
  ...{ answer: null, answeredAt: null, isCorrect: null },
};

async function* answerRows(chat: ReportedChat): AsyncGenerator<AnswerRow[]> {
  for (const { answers, id, question, startedAt, finishedAt } of await presentPolls(chat)) {
    const poll = { id, question, startedAt, finishedAt };
    yield answers.length === 0 ? [{ ...poll, ...nobody }] : answers.map((answer) => ({ ...poll, ...answer }));
  }
}

const fileName = ({ title }: ReportedChat, what: string, format: 'csv' | 'xlsx') =>
  reportFileName({ ...title, name: `${title.name} ${what}` }, format);

/** All messages as CSV, the oldest first. It is read while it is sent, so that a long chat needs no memory. */
export const messagesFile = (chat: ReportedChat, form: CsvForm): ContentAnswer => {
  const content = Readable.from(csvPieces(columnsIn(messageColumns, form.zone), allMessages(chat), form));
  return new ContentAnswer(content, reportTypes.csv, fileName(chat, 'chat', 'csv'));
};

/** The columns with the time zone in the headings of times. */
const columnsIn = <Row>(columns: Column<Row>[], zone: string): Column<Row>[] =>
  columns.map((column) =>
    column.kind === 'date' ? { ...column, header: `${column.header} (${zone})` } : column,
  );

/** All answers to polls as a file. */
export async function pollsFile(
  chat: ReportedChat,
  format: 'csv' | 'xlsx',
  form: CsvForm,
): Promise<ContentAnswer> {
  const contentOf = async () => {
    if (format === 'csv')
      return Readable.from(csvPieces(columnsIn(answerColumns, form.zone), answerRows(chat), form));
    const rows = (await Array.fromAsync(answerRows(chat))).flat();
    const { zone, language = 'en' } = form;
    const sheet = sheetOf('Polls', columnsIn(answerColumns, zone), rows);
    return writeWorkbook([sheetIn(sheet, { language, zone })], new LocalClock(zone));
  };
  return new ContentAnswer(await contentOf(), reportTypes[format], fileName(chat, 'polls', format));
}
