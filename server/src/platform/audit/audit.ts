import type { AuditedKind } from '../../../../contract/audit/kinds.ts';
import { now, seconds } from '../clock.ts';
import { type Db, isAdditionDue, withAddition } from '../db/db.ts';
import type { Caller } from '../http/access/caller.ts';
import { newId } from '../ids.ts';
import { type AuditEntry, insertAuditEntry } from './audit.store.ts';

/** How long entries are kept, in ms. */
export const auditKeptMs = seconds(365 * 86_400);

interface Actor extends Pick<AuditEntry, 'actor' | 'userId' | 'tokenId' | 'address'> {
  /** The group of a token of a group. */
  spaceId?: string | null;
}

/** Finds who makes a request, by its credential. */
export function actorOf(caller: Caller, address: string): Actor {
  if (caller.kind === 'personal') {
    const { tokenId, spaceId } = caller;
    if (spaceId !== null) return { actor: 'group', userId: null, tokenId, address, spaceId };
    return { actor: 'personal', userId: caller.userId, tokenId, address };
  }
  if (caller.kind === 'session' || caller.kind === 'user' || caller.kind === 'client') {
    return { actor: caller.kind, userId: caller.userId, tokenId: null, address };
  }
  throw new Error(`a request by ${caller.kind} is not for the audit log`);
}

/** The operator at the command line. */
export const operator: Actor = { actor: 'operator', userId: null, tokenId: null, address: null };

export interface AuditedChange {
  actor: Actor;
  action: string;
  kind: AuditedKind;
  /** The parameters of the path or of the command, the object last. */
  params: Record<string, string | undefined>;
}

const textIn = (value: unknown, name: string): string | undefined => {
  const found = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof found === 'string' ? found : undefined;
};

/** Finds the object of a change: the last thing that the path names, or else what was created. */
function objectIn({ kind, params }: AuditedChange, result: unknown): string | undefined {
  // The id of an invitation admits people, and that of a person is the integrator's.
  if (kind === 'invitation' || kind === 'person') return undefined;
  if (kind === 'member') return params.userId ?? textIn(result, 'userId');
  const { spaceId, ...below } = params;
  const named = Object.values(below).findLast((id) => id !== undefined);
  const row = (result as { row?: unknown } | null | undefined)?.row;
  const made = textIn(result, 'id') ?? textIn(row, 'id');
  return named ?? made ?? (kind === 'group' ? spaceId : undefined);
}

/**
 * Runs a change with a handle of the database whose first transaction, which makes the change, also writes the entry of
 * the audit log (docs/decisions/0204).
 */
export async function runAudited<T>(db: Db, change: AuditedChange, run: (db: Db) => Promise<T>): Promise<T> {
  const { action, kind, params } = change;
  const { spaceId: ofToken = null, ...actor } = change.actor;
  const begun = { id: newId(), at: now(), ...actor, action, kind };
  const add = (trx: Db, result: unknown): Promise<void> => {
    const objectId = objectIn(change, result) ?? null;
    const spaceId = params.spaceId ?? (kind === 'group' ? objectId : ofToken);
    return insertAuditEntry(trx, { ...begun, spaceId, objectId });
  };
  const own = withAddition(db, add);
  const answer = await run(own);
  // Nothing had to be changed.
  if (isAdditionDue(own)) await add(db, answer);
  return answer;
}
