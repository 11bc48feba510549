import { pages } from '../../../contract/pages.ts';
import { safeNext } from './next.ts';
import { matchPath } from './pattern.ts';
import { type GoOptions, go, placeOf } from './place.ts';

/** Goes where the address asks to go on to, or else to the groups. A room begins afresh, with its own address. */
export function goOn(wanted: string | null | undefined, options: GoOptions = {}): void {
  const next = safeNext(wanted) ?? pages.groups;
  const { path } = placeOf(next);
  const isOurs = Object.values(pages).some((pattern) => pattern !== pages.room && matchPath(pattern, path));
  if (isOurs) go(next, options);
  else window.location.assign(next);
}
