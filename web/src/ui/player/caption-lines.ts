/** One caption as the browser shows it; its text may have two lines. */
export type CaptionText = { start: number; end: number; text: string };

const mostLines = 2;

const linesOf = ({ text }: CaptionText): number => text.split('\n').length;

/**
 * Captions that never cover more than two lines of the picture together: where people speak at the same time, an
 * earlier caption ends when a later one needs its lines. They are returned by their starts.
 */
export function withinTwoLines(captions: readonly CaptionText[]): CaptionText[] {
  const cut = captions.map((caption) => ({ ...caption })).sort((one, other) => one.start - other.start);
  let shown: CaptionText[] = [];
  for (const caption of cut) {
    shown = shown.filter(({ end }) => end > caption.start);
    let lines = linesOf(caption) + shown.reduce((sum, one) => sum + linesOf(one), 0);
    for (const earlier of shown) {
      if (lines <= mostLines) break;
      earlier.end = caption.start;
      lines -= linesOf(earlier);
    }
    shown.push(caption);
  }
  return cut.filter(({ start, end }) => end > start);
}
