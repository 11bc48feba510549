/** The largest second that the API takes. */
const latest = 1_000_000;

const pad = (value: number): string => String(value).padStart(2, '0');

/** A second of the video as people type it: `0:00:07`, `1:02:03.5`. */
export function secondText(second: number): string {
  const [whole = '0', fraction = ''] = second.toFixed(6).split('.');
  const all = Number(whole);
  const rest = fraction.replace(/0+$/, '');
  const clock = `${Math.floor(all / 3600)}:${pad(Math.floor(all / 60) % 60)}:${pad(all % 60)}`;
  return rest === '' ? clock : `${clock}.${rest}`;
}

/** The second in a text such as `1:02:03`, `12:30`, `45` or `7,5`; undefined if the text is no time of a video. */
export function parseSecond(text: string): number | undefined {
  const written = text.trim().replace(',', '.');
  if (!/^(\d{1,3}:)?(\d{1,4}:)?\d{1,7}(\.\d{1,6})?$/.test(written)) return undefined;
  const parts = written.split(':').map(Number);
  const [first = 0, ...rest] = parts;
  if (rest.some((part) => part >= 60)) return undefined;
  const second = rest.reduce((sum, part) => sum * 60 + part, first);
  return second <= latest ? second : undefined;
}
