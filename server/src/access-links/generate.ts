import type { Body } from '../../../contract/routes.ts';
import { after, now, seconds } from '../platform/clock.ts';
import { breaksReference, type Db } from '../platform/db/db.ts';
import { runOnce } from '../platform/idempotency/idempotency.ts';
import { newId } from '../platform/ids.ts';
import { givenValues } from '../rooms/rooms.ts';
import { insertIfPermitted, linkById, type NewLink } from './store.ts';

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
    createdAt,
    expiresAt: after(seconds(body.ttl ?? 86400), createdAt),
  };
}

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
