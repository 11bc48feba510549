import type { Body } from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import { expiryFaults, expiryOf } from './expiry.ts';
import type { LinkParts } from './parts.ts';
import { type AccessLink, updateLink } from './store.ts';

/**
 * Changes the role or the expiry of a link. Values that are sent back as they were read change nothing, also those of
 * an expired or a revoked link. @throws Refusal 410 for a revoked link
 */
export async function changeLink(
  parts: LinkParts,
  db: Db,
  { link, body }: { link: AccessLink; body: Body<'updateAccessLink'> },
): Promise<void> {
  const role = body.role ?? link.role;
  const expiresAt = expiryOf({ expiresAt: body.expiresAt ?? link.expiresAt.toISOString() }, link.expiresAt);
  const isLater = expiresAt.getTime() !== link.expiresAt.getTime();
  if (role === link.role && !isLater) return;
  const details = isLater ? expiryFaults(body.expiresAt) : [];
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  const changed = await inTransaction(db, async (trx) => {
    if (!(await updateLink(trx, link.id, { role, expiresAt }))) refuse('link_revoked');
    return role === link.role ? [] : parts.updateRoles(trx, link.id, role);
  });
  if (changed.length > 0) await runAll(db, parts.onLinkRoleChanged, changed);
}
