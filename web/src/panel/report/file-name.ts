import { dayOf } from '../period/period.ts';

/** The name of a downloaded file: a name and the reader's day and time, without characters that systems refuse. */
export function nameOfReportFile(
  { name, startedAt }: { name: string; startedAt: string },
  extension: string,
): string {
  const at = new Date(startedAt);
  const plain = name.replace(/[\p{C}<>:"/\\|?*\s]+/gu, ' ');
  const shortened = [...plain].slice(0, 80).join('').trim();
  const clock = at.toTimeString().slice(0, 5).replace(':', '-');
  return `${shortened || 'report'} ${dayOf(at)} ${clock}.${extension}`;
}
