/** Shorter names resemble too many others. */
const shortestName = 4;

/** `room_id`, `room-id` and `ROOMID` are written otherwise, and mean `roomId`. */
const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

/** Whether one letter is missing, added, replaced, or in the wrong order with the next. */
function isOneSlipAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length === short.length + 1) return short.slice(at) === long.slice(at + 1);
  if (long.length !== short.length) return false;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  );
}

/** The known name that an unknown one most likely means; undefined if it resembles none. */
export function meantBy(unknown: string, known: readonly string[]): string | undefined {
  const written = plain(unknown);
  const isClose = (name: string) => name.length >= shortestName && isOneSlipAway(written, plain(name));
  return known.find((name) => plain(name) === written) ?? known.find(isClose);
}
