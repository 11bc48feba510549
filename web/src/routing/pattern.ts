import type { ParamsOf } from '../../../contract/pages.ts';

export { type ParamsOf, pathTo } from '../../../contract/pages.ts';

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The values of the pattern in a path; undefined if it does not match. A trailing slash is ignored. */
export function matchPath<P extends string>(pattern: P, path: string): ParamsOf<P> | undefined {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const here = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decoded(here);
    else if (part !== here) return undefined;
  }
  return params as ParamsOf<P>;
}
