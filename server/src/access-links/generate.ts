import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Body } from '../../../contract/routes.ts';
import { now } from '../platform/clock.ts';
import { breaksReference, type Db, inTransaction } from '../platform/db/db.ts';
import { runOnce } from '../platform/idempotency/idempotency.ts';
import { newId } from '../platform/ids.ts';
import { givenValues } from '../rooms/rooms.ts';
import { expiryFaults, expiryOf } from './expiry.ts';
import { type AccessLink, insertIfPermitted, linkById, linksByIds, type NewLink } from './store.ts';

export interface LinkRequest {
  spaceId: string;
  roomId: string;
  createdBy: string;
  /** A guest who waits until a moderator admits them. */
  waitsForAdmission?: boolean;
  body: Body<'generateAccess'>;
}

export type MadeLink = Pick<AccessLink, 'id' | 'alias' | 'username' | 'expiresAt'>;

function newLink({ body, waitsForAdmission = false, ...place }: LinkRequest): NewLink {
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
    waitsForAdmission,
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

/** Thrown to roll back when no link was created: the idempotency key then stays unused. */
class NotPermitted extends Error {}

/** @returns undefined if the caller may not create links there, or the room does not exist */
async function ifPermitted<T>(make: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    // The room was deleted between the check and the insert.
    if (error instanceof NotPermitted || breaksReference(error)) return undefined;
    throw error;
  }
}

async function insert(db: Db, wanted: LinkRequest): Promise<MadeLink> {
  const link = newLink(wanted);
  const alias = await insertIfPermitted(db, link);
  if (alias === undefined) throw new NotPermitted();
  return { ...link, alias };
}

type Key = { caller: string; key: string } | undefined;

/**
 * Creates a link. With a key returns the same one for the same body: only the link's id is stored, and the token is
 * derived again.
 * @returns as `ifPermitted`
 */
export const generateAccess = (db: Db, wanted: LinkRequest, key: Key): Promise<MadeLink | undefined> =>
  ifPermitted(async () => {
    if (!key) return insert(db, wanted);
    const { spaceId, roomId, body } = wanted;
    const subject = { operation: 'generateAccess', body: { path: { spaceId, roomId }, body } };
    const work = async (trx: Db) => ({ linkId: (await insert(trx, wanted)).id });
    return linkById(db, (await runOnce(db, { ...key, ...subject }, work)).linkId);
  });

/**
 * Creates links for a list of people in one transaction, all or none; with a key once, as `generateAccess`.
 * @returns as `ifPermitted`, in the order of the list
 */
export const generateList = (
  db: Db,
  { body, ...place }: Omit<LinkRequest, 'body'> & { body: Body<'generateAccessLinks'> },
  key: Key,
): Promise<MadeLink[] | undefined> =>
  ifPermitted(async () => {
    const insertAll = async (trx: Db) => {
      const linkIds: string[] = [];
      for (const link of body.links) linkIds.push((await insert(trx, { ...place, body: link })).id);
      return { linkIds };
    };
    const { spaceId, roomId } = place;
    const subject = { operation: 'generateAccessLinks', body: { path: { spaceId, roomId }, body } };
    const { linkIds } = key
      ? await runOnce(db, { ...key, ...subject }, insertAll)
      : await inTransaction(db, insertAll);
    const made = new Map((await linksByIds(db, linkIds)).map((link) => [link.id, link]));
    const links = linkIds.flatMap((id) => made.get(id) ?? []);
    return links.length === linkIds.length ? links : undefined;
  });
