import { pages } from '../../../contract/pages.ts';
import { type GoOptions, navigate, parseAddress } from './navigation.ts';
import { safeNext } from './next.ts';
import { matchPath } from './pattern.ts';

/** Goes to the `next` of the address, or else to the groups. A room is loaded as a new page. */
export function navigateToNext(wanted: string | null | undefined, options: GoOptions = {}): void {
  const next = safeNext(wanted) ?? pages.groups;
  const { path } = parseAddress(next);
  const isOurs = Object.values(pages).some((pattern) => pattern !== pages.room && matchPath(pattern, path));
  if (isOurs) navigate(next, options);
  else window.location.assign(next);
}
