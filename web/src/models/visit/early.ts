import { readBrand } from '../brand/brand.ts';
import { visitor } from './address.ts';
import { aliasIn } from './alias-in.ts';
import { takeOverVisit } from './handover.ts';
import { type OpenedVisit, openVisit } from './open.ts';

/**
 * The first request for the room is sent while the browser is still reading the rest of the script, so that the
 * response is often there before the first render.
 */
const alias = aliasIn(window.location.pathname);
const isReady = takeOverVisit();
let first = alias === undefined ? undefined : open(alias);
if (alias !== undefined) void readBrand(alias);

async function open(alias: string): Promise<OpenedVisit> {
  await isReady;
  return openVisit(alias, visitor);
}

/** Reads the room; the first call takes the response that was requested early. */
export function openRoom(alias: string): Promise<OpenedVisit> {
  const early = first;
  first = undefined;
  return early ?? open(alias);
}
