/** The kinds of credentials (decisions.md, section 2). */
export const credentialKinds = {
  client: 'A client token: grant_type client_credentials. Reads what is public and creates users.',
  user: 'A user token: grant_type password.',
  session: 'The cookies of a signed-in browser, set by POST /v1/auth/session.',
  personal:
    "A personal token, made by POST /v1/users/me/tokens, or a group's own, made by POST /v1/spaces/{spaceId}/tokens; both also on the command line. Its scopes narrow its rights.",
  link: 'The session of one tab, which POST /v1/auth/access-link opens.',
  participant: "A participant's own session, which POST /v1/spaces/{spaceId}/participants answers with.",
  chat: 'A chat user token: of POST /v1/signup, POST /v1/login or GET /v1/m2m/{appId}/token/{externalId}.',
  application: "A chat application's machine token, made by POST /v1/spaces/{spaceId}/chat/m2m-token.",
} as const;

export type CredentialKind = keyof typeof credentialKinds;

/** `anybody`: no credential is needed, and any other one does no harm. */
export type Allowed = readonly (CredentialKind | 'anybody')[];

/** For each kind of place: the roles that a caller may have there, the lowest first. */
export interface Parts {
  /** Nothing that belongs to an account. */
  nothing: 'anybody';
  /** `self`: everything that belongs to the caller's account; `own`: the one thing that the path names. */
  account: 'self' | 'own';
  /** Knowing the id is the permission. */
  invite: 'known';
  /** `selfOrModerator`: the path names the caller's own membership, or the caller moderates the group. */
  space: 'see' | 'selfOrModerator' | 'moderator' | 'owner';
  /**
   * `partake`: in the call or with a role; `moderate`: in the call; `review`: by the session of a call, for past ones;
   * `lead`: by an account; `own`: may delete it.
   */
  room: 'see' | 'partake' | 'moderate' | 'review' | 'lead' | 'own';
  /** `see`: may see the page of the webinar; `moderate`: also moderators by a link; `lead`: owner and moderators of the group. */
  playback: 'see' | 'moderate' | 'lead';
  /** By the session of a participant of the webinar, for what they watch themselves. */
  viewing: 'own';
  /** `partake`: by the participant's own session, while they may be in the call. */
  participant: 'own' | 'partake' | 'ownOrModerate' | 'moderate';
  chat: 'admitted';
  channel: 'see' | 'join' | 'moderate';
  message: 'join' | 'ownOrModerate';
  application: 'own';
}

export type PermissionPlace = keyof Parts;

/**
 * The permission of an operation: the least role in its place, and the accepted credentials
 * (docs/decisions/0009).
 */
export interface Permission<P extends PermissionPlace = PermissionPlace> {
  place: P;
  least: Parts[P];
  by: Allowed;
  /** Kinds of credential that are refused, although `by` has `anybody`. */
  except?: readonly CredentialKind[];
}

const at =
  <const P extends PermissionPlace>(place: P) =>
  <const L extends Parts[P], const B extends Allowed>(least: L, by: B) => ({ place, least, by });

export const invite = at('invite');
export const space = at('space');
export const room = at('room');
export const playback = at('playback');
export const ofViewer = at('viewing')('own', ['participant']);
export const participant = at('participant');
export const account = at('account');
export const channel = at('channel');
export const message = at('message');

export const people = ['personal', 'user', 'session'] as const;
export const readers = [...people, 'client'] as const;
export const sessions = ['link', 'participant'] as const;
export const inTheCall = ['participant', ...people] as const;
export const entered = ['participant', 'link', ...people, 'client'] as const;
export const owners = ['personal', 'session'] as const;
export const chatters = ['participant', 'chat'] as const;

export const forAnybody = at('nothing')('anybody', ['anybody']);
/** For anybody with cookies or without a credential: programs, which send theirs in a header, have no cookies. */
export const forBrowsers = {
  ...forAnybody,
  except: ['client', 'user', 'personal', 'link', 'participant', 'chat', 'application'],
} as const;
export const ofSelf = account('self', people);
export const ofProgram = account('self', ['client']);
export const ofChatter = at('chat')('admitted', chatters);
export const inChannel = channel('join', chatters);
export const moderatingChannel = channel('moderate', chatters);
export const byMachine = at('application')('own', ['application']);
