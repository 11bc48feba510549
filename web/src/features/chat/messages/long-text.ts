/** A message is shortened if it is longer than this, in characters or lines; what is hidden is worth a click then. */
const [mostCharacters, mostLines] = [700, 14];
const [keptCharacters, keptLines] = [500, 9];

/** The beginning of a long text, which ends at a word where possible; undefined for a text that is shown whole. */
export function beginningOf(text: string): string | undefined {
  const lines = text.split('\n', mostLines + 1);
  if (text.length <= mostCharacters && lines.length <= mostLines) return undefined;
  const start = lines.slice(0, keptLines).join('\n');
  if (start.length <= keptCharacters) return start.trimEnd();
  const kept = wholeCharacters(start, keptCharacters);
  const space = kept.search(/\s\S*$/u);
  return kept.slice(0, space > keptCharacters / 2 ? space : kept.length).trimEnd();
}

/** The first characters of a text, none of which is divided. */
export function wholeCharacters(text: string, most: number): string {
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, most + 50))) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  // A single character of thousands of code units has no shorter beginning.
  return text.slice(0, end || most);
}
