/** The room's alias in an address of this site; undefined for other pages. */
export function aliasIn(path: string): string | undefined {
  const code = /^\/room\/([^/]+)\/?$/.exec(path)?.[1];
  if (code === undefined) return undefined;
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}
