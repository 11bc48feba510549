const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/;
const longest = 500;

/** Keys become paths and parts of addresses: what could lead elsewhere is a fault of ours, never kept. */
export function checkFileKey(key: string): void {
  const isSafe = key.length <= longest && key.split('/').every((part) => segment.test(part));
  if (!isSafe) throw new Error(`this is no key of a file: ${JSON.stringify(key.slice(0, 100))}`);
}
