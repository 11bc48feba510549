/** Who asks, as their credential proves it (decisions.md, section 2). */
export type Caller =
  | { kind: 'nobody' }
  /** A client token: `userId` is the account that the client belongs to. */
  | { kind: 'client'; userId: string }
  | { kind: 'user'; userId: string; familyId: string }
  /** The cookies of a signed-in browser. */
  | { kind: 'session'; userId: string; familyId: string }
  | { kind: 'personal'; userId: string; tokenId: string }
  /** The session that an access link opened in one browser. */
  | { kind: 'link'; linkId: string; browserHash: Buffer }
  /** The session of somebody who entered a room. */
  | { kind: 'participant'; participantId: string }
  /** Somebody who is known to a chat application alone. */
  | { kind: 'chat'; chatUserId: string }
  /** The integrator's server, for the chat application of one group. */
  | { kind: 'application'; spaceId: string };

export type CallerKind = Caller['kind'];
export type CallerOf<Kinds extends readonly CallerKind[]> = Extract<Caller, { kind: Kinds[number] }>;

/** The credentials of an account. */
export const accountKinds = ['user', 'session', 'personal'] as const satisfies readonly CallerKind[];

/** Whoever has a credential that may show a group or a room. */
export const knownKinds = [
  'client',
  ...accountKinds,
  'link',
  'participant',
] as const satisfies readonly CallerKind[];

/** One text for each credential, by which limits and idempotency keys are kept apart. */
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
