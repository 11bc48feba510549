type Request = { url: string; headers: Record<string, string>; body: string };

/** Quotes a text so that a shell takes it literally. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A command that sends the same bytes again. */
export function curlOf({ url, headers, body }: Request): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -i ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}
