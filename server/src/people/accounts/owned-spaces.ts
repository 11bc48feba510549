import type { ErrorDetail } from '../../../../contract/errors.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  faultOfNewOwner,
  hideSpace,
  lockSpacesOwnedBy,
  type SpaceDeletion,
  transferSpace,
} from '../../spaces/spaces.ts';

export interface Transfer {
  spaceId: string;
  /** The member who becomes the owner. */
  userId: string;
}

/** The decision about the groups of an account: about each of them, or the deletion of all. */
export type OwnedSpaces = { transfer: Transfer[]; deleteSpaces: string[] } | 'deleteAll';

/** Groups that a refusal names at most. */
const namedSpaces = 100;

/** Finds every fault of the decision that the schema cannot find. */
async function faultsOf(
  trx: Db,
  owned: ReadonlySet<string>,
  { transfer, deleteSpaces }: Exclude<OwnedSpaces, 'deleteAll'>,
): Promise<ErrorDetail[]> {
  const met = new Set<string>();
  const faultOfSpace = (path: string, spaceId: string): ErrorDetail[] => {
    const isRepeated = met.has(spaceId);
    met.add(spaceId);
    if (!owned.has(spaceId)) return [{ path, message: 'must be the id of a group that you own' }];
    return isRepeated ? [{ path, message: 'names a group that is named before' }] : [];
  };
  const faults: ErrorDetail[] = [];
  for (const [index, { spaceId, userId }] of transfer.entries()) {
    const ofSpace = faultOfSpace(`transfer.${index}.spaceId`, spaceId);
    faults.push(...ofSpace);
    const fault = ofSpace.length > 0 ? undefined : await faultOfNewOwner(trx, { spaceId, userId });
    if (fault !== undefined) faults.push({ path: `transfer.${index}.userId`, message: fault });
  }
  for (const [index, id] of deleteSpaces.entries()) faults.push(...faultOfSpace(`deleteSpaces.${index}`, id));
  return faults;
}

/**
 * Transfers the groups of an account and hides those that are to be deleted; a job deletes their rows.
 * @throws `validation_failed` for a decision that is not possible, `spaces_owned` if one is missing
 */
export async function settleSpaces(
  parts: Pick<SpaceDeletion, 'onSpaceDeleting'>,
  trx: Db,
  { userId, spaces }: { userId: string; spaces: OwnedSpaces },
): Promise<{ transferred: (Transfer & { name: string })[]; deletedSpaces: number }> {
  const owned = await lockSpacesOwnedBy(trx, userId);
  const names = new Map(owned.map(({ id, name }) => [id, name]));
  const decision = spaces === 'deleteAll' ? { transfer: [], deleteSpaces: [...names.keys()] } : spaces;
  const details = await faultsOf(trx, new Set(names.keys()), decision);
  if (details.length > 0) throw new Refusal('validation_failed', { details });
  const { transfer, deleteSpaces } = decision;
  const decided = new Set([...transfer.map(({ spaceId }) => spaceId), ...deleteSpaces]);
  const open = owned.filter(({ id }) => !decided.has(id)).map(({ id, name }) => ({ id, name }));
  if (open.length > 0) throw new Refusal('spaces_owned', { spaces: open.slice(0, namedSpaces) });
  for (const { spaceId, userId: newOwner } of transfer) await transferSpace(trx, spaceId, newOwner);
  for (const spaceId of deleteSpaces) await hideSpace(trx, spaceId, parts);
  return {
    transferred: transfer.map((one) => ({ ...one, name: names.get(one.spaceId) ?? '' })),
    deletedSpaces: deleteSpaces.length,
  };
}
