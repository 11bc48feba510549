/** The name of a downloaded file: a name and the reader's day and time, without characters that systems refuse. */
export function nameOfReportFile(
  { name, startedAt }: { name: string; startedAt: string },
  extension: string,
): string {
  const at = new Date(startedAt);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const day = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('-');
  const plain = name.replace(/[\p{C}<>:"/\\|?*\s]+/gu, ' ');
  const shortened = [...plain].slice(0, 80).join('').trim();
  return `${shortened || 'report'} ${day} ${pad(at.getHours())}-${pad(at.getMinutes())}.${extension}`;
}
