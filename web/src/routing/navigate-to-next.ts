import { pages } from '../../../contract/pages.ts';
import { type GoOptions, navigate, parseAddress } from './navigation.ts';
import { safeNext } from './next.ts';
import { matchPath } from './pattern.ts';

/** Goes where the address asks to go on to, or else to the groups. A room begins afresh, with its own address. */
export function navigateToNext(wanted: string | null | undefined, options: GoOptions = {}): void {
  const next = safeNext(wanted) ?? pages.groups;
  const { path } = parseAddress(next);
  const isOurs = Object.values(pages).some((pattern) => pattern !== pages.room && matchPath(pattern, path));
  if (isOurs) navigate(next, options);
  else window.location.assign(next);
}
