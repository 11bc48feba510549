/** The room's code in an address of this site, or undefined for every other page. */
export function aliasIn(path: string): string | undefined {
  const code = /^\/room\/([^/]+)\/?$/.exec(path)?.[1];
  if (code === undefined) return undefined;
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}
