const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/;
const longest = 500;

/** Throws for a key that could lead outside the store: keys become paths and parts of URLs. */
export function checkFileKey(key: string): void {
  const isSafe = key.length <= longest && key.split('/').every((part) => segment.test(part));
  if (!isSafe) throw new Error(`no key of a file: ${JSON.stringify(key.slice(0, 100))}`);
}
