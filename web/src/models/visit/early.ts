import { visitor } from './address.ts';
import { aliasIn } from './alias-in.ts';
import { takeOverVisit } from './handover.ts';
import { type OpenedVisit, openVisit } from './open.ts';

/**
 * The first knock at the door goes out while the browser is still reading the rest of the script, so that the
 * answer is often there before the page is first drawn.
 */
const alias = aliasIn(window.location.pathname);
const isReady = takeOverVisit();
let first = alias === undefined ? undefined : open(alias);

async function open(alias: string): Promise<OpenedVisit> {
  await isReady;
  return openVisit(alias, visitor);
}

/** Asks at the door; the first time it takes the answer that is already on its way. */
export function openRoom(alias: string): Promise<OpenedVisit> {
  const early = first;
  first = undefined;
  return early ?? open(alias);
}
