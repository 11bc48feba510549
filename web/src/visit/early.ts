import { aliasIn } from '../place.ts';
import { visitor } from './address.ts';
import { type Opened, openVisit } from './open.ts';

/**
 * The first knock at the door goes out while the browser is still reading the rest of the script, so that the
 * answer is often there before the page is first drawn.
 */
const alias = aliasIn(window.location.pathname);
let first: Promise<Opened> | undefined = alias === undefined ? undefined : openVisit(alias, visitor);

/** Asks at the door; the first time it takes the answer that is already on its way. */
export function askAtDoor(alias: string): Promise<Opened> {
  const early = first;
  first = undefined;
  return early ?? openVisit(alias, visitor);
}
