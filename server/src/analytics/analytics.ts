/**
 * Reports of calls and chats. Owns no table: it reads those of calls, participants and the chat.
 * Offers: the email after a call (`email/`), and what reports of webinars share: queries by a gathering (of
 * a call, a session or a channel), columns, sheets, threads for large files (`report/builds/`).
 * Listens to: the end of a call (`queueAttendanceEmails`).
 * Look first: `report/store.ts` reads, `report/people.ts` calculates, `report/report.ts` makes the rows.
 */

export { attendanceEmailWriter, queueAttendanceEmails } from './email/email.ts';
export { ReportBuilds, type ReportJob } from './report/builds/build.ts';
export { runBuildTask } from './report/builds/task.ts';
export { type ChatAuthor, messagesQuery, type VoteOfCall, votesQuery } from './report/chat.store.ts';
export { authorsBy } from './report/chat.ts';
export { type Column, columnsWith, commonFigures, millisecondsOfIso, plainColumn } from './report/columns.ts';
export { type CsvForm, csvFormOf, csvOf } from './report/csv.ts';
export { type ReportFormat, reportFileName } from './report/file.ts';
export type { Gathering } from './report/gathering.store.ts';
export { intersectIntervals, mergeIntervals, millisecondsOf } from './report/intervals.ts';
export { jsonInPieces } from './report/json.ts';
export { peopleInParts } from './report/load.ts';
export type { Interval, ParticipantInput, PresenceRule } from './report/model.ts';
export { curveOf, presenceOf, ruleOfQuery } from './report/people.ts';
export {
  circumstancesOf,
  detailsOf,
  grouped,
  presentIntervals,
  type StatedPerson,
  statedBy,
} from './report/report.ts';
export {
  absentFacts,
  chatSheet,
  type Fact,
  personColumns,
  pollsSheet,
  type ReportMessage,
  summarySheet,
} from './report/sheets.ts';
export {
  type AbsentRow,
  absentFrom,
  messageCountsQuery,
  milliseconds,
  participantsWhoAttended,
  readInBatches,
} from './report/store.ts';
export { type Sheet, sheetOf, writeWorkbook } from './report/workbook.ts';
export { LocalClock } from './report/zone.ts';
