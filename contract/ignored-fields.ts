/** The response header with the names of unknown body fields and query parameters (decisions.md, section 1). */
export const ignoredHeader = 'x-lectern-ignored';

/** The path to a field of a body: names of fields and indexes of lists, from the outside in. */
export type FieldPath = readonly string[];

/** Proxies limit the headers of a response, some to 4 KiB. */
const longest = 1_000;

/** A dot separates names. In a name it is escaped, like all characters with a meaning in headers or the list. */
const writeName = (name: string): string =>
  name === '' ? '%22%22' : encodeURIComponent(name.toWellFormed()).replaceAll('.', '%2E');

/** The ignored parameters of the query by their names, and the ignored fields of the body. */
export interface Ignored {
  parameters: Iterable<string>;
  fields: Iterable<FieldPath>;
}

/** Each name as the header has it: `?roomid`, `joinSettingsFields.1.requird`. Undefined if it is too long. */
function* textsOf({ parameters, fields }: Ignored): Generator<string | undefined> {
  const textOf = (path: FieldPath) =>
    path.every((name) => name.length <= longest) ? path.map(writeName).join('.') : undefined;
  for (const name of parameters) {
    const text = textOf([name]);
    yield text === undefined ? undefined : `?${text}`;
  }
  for (const field of fields) yield textOf(field);
}

/** The header's value; undefined if nothing was ignored. Names that do not fit are counted: `?name, other, +12`. */
export function writeIgnored(ignored: Ignored): string | undefined {
  const listed: string[] = [];
  let length = 0;
  let others = 0;
  for (const text of textsOf(ignored)) {
    if (text === undefined || length + text.length + 2 > longest) others += 1;
    else {
      listed.push(text);
      length += text.length + 2;
    }
  }
  if (others > 0) listed.push(`+${others}`);
  return listed.length > 0 ? listed.join(', ') : undefined;
}

/** The names in a header's value, readable: `?roomid`, `joinSettingsFields.1.requird`, or `+12` for further ones. */
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
