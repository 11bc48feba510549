/**
 * Reports of calls, of sessions of automatic webinars and of chats. Owns no table: it reads those of others.
 * Offers: the email after a call (`calls/email/`). Listens to: the end of a call (`queueAttendanceEmails`).
 * Look first: `builds/kind.ts`, what a kind of reports is. `calls/` and `sessions/` have one each: `load.ts`
 * reads, `times.ts` and `viewers.ts` calculate, `report.ts` makes the rows. They share `people/`, `chat/` and
 * `formats/`. Large reports are built in threads (`builds/build.ts`).
 */

export { ReportBuilds } from './builds/build.ts';
export { attendanceEmailWriter } from './calls/email/email.ts';
export { finishedReports } from './calls/finished.ts';
export type { ReportTable } from './calls/report.ts';
export { reportEndpoints } from './routes.ts';
