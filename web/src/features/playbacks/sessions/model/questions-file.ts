import type { Answer } from '../../../../../../contract/client/index.ts';
import {
  BYTE_ORDER_MARK,
  type CsvSeparator,
  csvCell,
  csvLine,
  csvNumber,
  csvSeparators,
} from '../../../../../../contract/csv.ts';

export type ListedQuestion = Answer<'listSessionQuestions'>['items'][number];

/** The names of the API, as in other files for programs. */
const columns = [
  ...['askedAt', 'position', 'name', 'email', 'externalUserId', 'participantId'],
  ...['text', 'state', 'answer', 'isPublic', 'answeredAt', 'id'],
];

/** The questions of a session as CSV, without cells that a spreadsheet would run as formulas. */
export function questionsFile(questions: readonly ListedQuestion[], separator: CsvSeparator): Blob {
  const rows = questions.map((one) => [
    ...[one.askedAt, csvNumber(Math.round(one.position), separator), csvCell(one.name)],
    ...[csvCell(one.email ?? ''), csvCell(one.externalUserId ?? ''), one.participantId, csvCell(one.text)],
    ...[one.state, csvCell(one.answer ?? ''), String(one.isPublic), one.answeredAt ?? '', one.id],
  ]);
  const lines = [columns, ...rows].map((cells) => csvLine(cells, csvSeparators[separator]));
  return new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv;charset=utf-8' });
}
