export type MarkedPart = {
  kind: 'text' | 'block' | 'code' | 'bold' | 'formula' | 'display';
  /** The part as it was written; all of them joined together are the exact message. */
  raw: string;
  /** Without its marks. */
  text: string;
};

/** Others stand as they were typed, so that no message takes long to read or to draw (docs/decisions/0196). */
const mostFormulas = 10;

/**
 * A fence with an optional language, code in a line, bold words, and a formula between two dollars on each side. Since
 * `$$` is also a price, the dollars touch a formula that contains no sign of TeX. Each loop ends at one mark, so that
 * no message of 4,000 characters takes long.
 */
const marks =
  /```(?:(?<language>[\w+#.-]{0,20})\n)?(?!\s*```)(?<block>[\s\S]+?)\n?```\n?|`(?<code>[^`\n]+)`|\*\*(?=\S)(?<bold>[^*\n]*[^*\s])\*\*|(?<!\$)\$\$(?=[^$\s][^$]*(?<=\S)\$\$|[^$]*[\\^_=])(?<formula>[^$]+)\$\$(?!\$)/gu;

type Groups = Record<string, string | undefined>;

function kindOf(groups: Groups): Exclude<MarkedPart['kind'], 'text'> | undefined {
  if (groups.block !== undefined && groups.language === 'math') return 'display';
  return (['block', 'code', 'bold', 'formula'] as const).find((one) => groups[one] !== undefined);
}

/** Splits a message into text, code, bold words and formulas. Marks without their end stay text. */
export function markedParts(message: string): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let [done, formulas] = [0, 0];
  const addText = (end: number): void => {
    const raw = message.slice(done, end);
    if (raw !== '') parts.push({ kind: 'text', raw, text: raw });
  };
  for (const { 0: raw, index, groups = {} } of message.matchAll(marks)) {
    const kind = kindOf(groups);
    if (kind === 'formula' || kind === 'display') formulas += 1;
    // A block that is no formula is code; other formulas stay text.
    const isTooMany = formulas > mostFormulas;
    if (!kind || (kind === 'formula' && isTooMany)) continue;
    addText(index);
    const text = groups[kind === 'display' ? 'block' : kind] ?? '';
    parts.push({ kind: kind === 'display' && isTooMany ? 'block' : kind, raw, text });
    done = index + raw.length;
  }
  addText(message.length);
  return parts;
}
