/** The public interface of analytics. */
export { attendanceEmailWriter, queueAttendanceEmails } from './email/email.ts';
