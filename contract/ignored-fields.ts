/** The response header that lists the body fields which nothing reads (decisions.md, section 1). */
export const ignoredHeader = 'x-lectern-ignored';

/** A field in a body: names of fields and positions in lists, from the outside in. */
export type FieldPath = readonly string[];

/** Proxies limit the headers of a response, to 4 KiB at the least. */
const longest = 1_000;

/** A dot separates names; in a name it is escaped, as everything that a header or the list could misread. */
const writeName = (name: string): string =>
  name === '' ? '%22%22' : encodeURIComponent(name.toWellFormed()).replaceAll('.', '%2E');

/** The header's value; undefined where nothing was ignored. Fields beyond its length are counted: `name, other, +12`. */
export function writeIgnored(fields: Iterable<FieldPath>): string | undefined {
  const listed: string[] = [];
  let length = 0;
  let others = 0;
  for (const field of fields) {
    const isShort = field.every((name) => name.length <= longest);
    const text = isShort ? field.map(writeName).join('.') : '';
    if (!isShort || length + text.length + 2 > longest) others += 1;
    else {
      listed.push(text);
      length += text.length + 2;
    }
  }
  if (others > 0) listed.push(`+${others}`);
  return listed.length > 0 ? listed.join(', ') : undefined;
}

/** The fields of a header's value, readable: `joinSettingsFields.1.requird`, or `+12` for others. */
export function readIgnored(header: string | null): string[] {
  if (!header) return [];
  return header.split(', ').map((field) => {
    try {
      return decodeURIComponent(field);
    } catch {
      return field;
    }
  });
}
