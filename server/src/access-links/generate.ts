import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Body } from '../../../contract/routes.ts';
import { now } from '../platform/clock.ts';
import { breaksReference, type Db, inTransaction } from '../platform/db/db.ts';
import { runOnce } from '../platform/idempotency/idempotency.ts';
import { newId } from '../platform/ids.ts';
import { givenValues } from '../rooms/rooms.ts';
import { expiryFaults, expiryOf } from './expiry.ts';
import { insertIfPermitted, linkById, linksByIds, type NewLink } from './store.ts';

export interface LinkRequest {
  spaceId: string;
  roomId: string;
  createdBy: string;
  body: Body<'generateAccess'>;
}

export interface MadeLink {
  id: string;
  alias: string;
  username: string;
  expiresAt: Date;
}

function newLink({ body, ...place }: LinkRequest): NewLink {
  const createdAt = now();
  const { email = null, phone = null, ...fields } = Object.fromEntries(givenValues(body.fields));
  return {
    ...place,
    id: newId(),
    username: body.username,
    role: body.role,
    externalUserId: body.externalUserId ?? null,
    externalMeetingId: body.externalMeetingId ?? null,
    email: body.email ?? email,
    phone: body.phone ?? phone,
    fields,
    isPermanent: body.isPermanent ?? false,
    isNameAsked: body.isNameAsked ?? false,
    createdAt,
    expiresAt: expiryOf(body, createdAt),
  };
}

/** The faults of a wanted link whose fields are valid each for itself. */
export function faultsOfLink({
  ttl,
  expiresAt,
  isPermanent,
  isNameAsked,
}: LinkRequest['body']): ErrorDetail[] {
  const faults = expiryFaults(expiresAt);
  if (ttl !== undefined && expiresAt !== undefined) {
    faults.push({ path: 'ttl', message: 'cannot be combined with expiresAt' });
  }
  if (isNameAsked && !isPermanent) {
    const message = 'requires isPermanent: a personal link has the name of its person';
    faults.push({ path: 'isNameAsked', message });
  }
  return faults;
}

/** The same for a list, each with its place in it. */
export const faultsOfLinks = (links: readonly LinkRequest['body'][]): ErrorDetail[] =>
  links.flatMap((link, index) =>
    faultsOfLink(link).map(({ path, message }) => ({ path: `links.${index}.${path}`, message })),
  );

/** @returns undefined when the caller may not create links there, or the room does not exist */
export async function generateAccess(db: Db, wanted: LinkRequest): Promise<MadeLink | undefined> {
  const link = newLink(wanted);
  try {
    const alias = await insertIfPermitted(db, link);
    return alias === undefined ? undefined : { ...link, alias };
  } catch (error) {
    // The room was deleted between the check and the insert.
    if (breaksReference(error)) return undefined;
    throw error;
  }
}

/** Thrown to roll back when no link was created: the idempotency key then stays unused. */
class NotPermitted extends Error {}

/** Inserts all of these links, or none. @returns their ids in order; undefined as `generateAccess` */
async function insertAll(trx: Db, wanted: readonly LinkRequest[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of wanted) {
    const link = newLink(one);
    if ((await insertIfPermitted(trx, link)) === undefined) throw new NotPermitted();
    ids.push(link.id);
  }
  return ids;
}

/**
 * Creates links for a list of people in one transaction; with a key once, as `generateAccessOnce`.
 * @returns as `generateAccess`, in the order of the list
 */
export async function generateList(
  db: Db,
  place: Omit<LinkRequest, 'body'>,
  { body, key }: { body: Body<'generateAccessLinks'>; key: { caller: string; key: string } | undefined },
): Promise<MadeLink[] | undefined> {
  const wanted = body.links.map((link) => ({ ...place, body: link }));
  const { spaceId, roomId } = place;
  const subject = { operation: 'generateAccessLinks', body: { path: { spaceId, roomId }, body } } as const;
  try {
    const { linkIds } = key
      ? await runOnce(db, { ...key, ...subject }, async (trx) => ({ linkIds: await insertAll(trx, wanted) }))
      : { linkIds: await inTransaction(db, (trx) => insertAll(trx, wanted)) };
    const made = new Map((await linksByIds(db, linkIds)).map((link) => [link.id, link]));
    const links = linkIds.flatMap((id) => made.get(id) ?? []);
    return links.length === linkIds.length ? links : undefined;
  } catch (error) {
    if (error instanceof NotPermitted || breaksReference(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the same link for the same key and body. Only the link's id is stored; the token is derived again.
 * @returns as `generateAccess`
 */
export async function generateAccessOnce(
  db: Db,
  wanted: LinkRequest,
  key: { caller: string; key: string },
): Promise<MadeLink | undefined> {
  const { spaceId, roomId, body } = wanted;
  try {
    const kept = await runOnce(
      db,
      { ...key, operation: 'generateAccess', body: { path: { spaceId, roomId }, body } },
      async (trx) => {
        const link = newLink(wanted);
        if ((await insertIfPermitted(trx, link)) === undefined) throw new NotPermitted();
        return { linkId: link.id };
      },
    );
    return await linkById(db, kept.linkId);
  } catch (error) {
    if (error instanceof NotPermitted || breaksReference(error)) return undefined;
    throw error;
  }
}
