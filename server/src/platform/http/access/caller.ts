import type { TokenScope } from '../../../../../contract/permissions/token-scopes.ts';

/** The caller, as the credential proves it (decisions.md, section 2). */
export type Caller =
  | { kind: 'nobody' }
  /** A client token; `userId` is the account that owns it. */
  | { kind: 'client'; userId: string }
  | { kind: 'user'; userId: string; familyId: string }
  /** A browser with the cookies of a sign-in. */
  | { kind: 'session'; userId: string; familyId: string }
  | PersonalCaller
  /** The session of an access link in one browser. */
  | { kind: 'link'; linkId: string; browserHash: Buffer }
  /** The session of a participant. */
  | { kind: 'participant'; participantId: string; expiresAt: Date }
  /** A user of a chat application who has no other credential. */
  | { kind: 'chat'; chatUserId: string }
  /** The integrator's server, for the chat application of one group. */
  | { kind: 'application'; spaceId: string };

/** A program with a personal token, or with a group's own token. */
export interface PersonalCaller {
  kind: 'personal';
  /** The account of the token; for a token of a group the account of the group itself. */
  userId: string;
  tokenId: string;
  scopes: readonly TokenScope[];
  expiresAt: Date | null;
  /** The group of a group's own token; null for a person's. */
  spaceId: string | null;
}

export type CallerKind = Caller['kind'];
export type CallerOf<Kinds extends readonly CallerKind[]> = Extract<Caller, { kind: Kinds[number] }>;

/** The credentials of an account. */
export const accountKinds = ['user', 'session', 'personal'] as const satisfies readonly CallerKind[];

export const isAccount = (caller: Caller): caller is CallerOf<typeof accountKinds> =>
  accountKinds.some((kind) => kind === caller.kind);

/**
 * The account for which a caller acts. A client acts for none, so the groups of its account are closed to it.
 * Sessions of links and participants have rights in their room only.
 */
export function accountOf(caller: Caller): string | undefined {
  return isAccount(caller) ? caller.userId : undefined;
}

/** Kinds of credential that may see a group or a room. */
export const knownKinds = [
  'client',
  ...accountKinds,
  'link',
  'participant',
] as const satisfies readonly CallerKind[];

/** A key for each credential, by which rate limits and idempotency keys are separated. */
export function callerKeyOf(caller: Caller, address: string): string {
  switch (caller.kind) {
    case 'nobody':
      return `address:${address}`;
    case 'client':
      return `client:${caller.userId}`;
    case 'user':
    case 'session':
      return `user:${caller.familyId}`;
    case 'personal':
      return `personal:${caller.tokenId}`;
    case 'link':
      return `link:${caller.linkId}:${caller.browserHash.toString('hex')}`;
    case 'participant':
      return `participant:${caller.participantId}`;
    case 'chat':
      return `chat:${caller.chatUserId}`;
    case 'application':
      return `application:${caller.spaceId}`;
  }
}
