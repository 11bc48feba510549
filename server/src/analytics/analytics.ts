/** The public interface of analytics. */
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
