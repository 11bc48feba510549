/** The name of a saved file: a name and the reader's day and time, without characters that systems refuse. */
export function nameOfSavedFile({ name, at }: { name: string; at: string }, extension: string): string {
  const plain = name.replace(/[\p{C}<>:"/\\|?*\s]+/gu, ' ');
  const shortened = [...plain].slice(0, 80).join('').trim();
  const moment = new Date(at);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString();
  const clock = local.slice(11, 16).replace(':', '-');
  return `${shortened || 'report'} ${local.slice(0, 10)} ${clock}.${extension}`;
}
