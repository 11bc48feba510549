import type { Operation } from '../paths.ts';

/** The kinds of credentials (decisions.md, section 2). */
export const credentialKinds = {
  client: 'A client token: grant_type client_credentials. Reads what is public and creates users.',
  user: 'A user token: grant_type password.',
  session: 'The cookies of a signed-in browser, set by POST /v1/auth/session.',
  personal: 'A personal token, made by POST /v1/users/me/tokens or on the command line; it never expires.',
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
  /** `partake`: in the call or with a role; `moderate`: in the call; `lead`: by an account; `own`: may delete it. */
  room: 'see' | 'partake' | 'moderate' | 'lead' | 'own';
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
}

const at =
  <const P extends PermissionPlace>(place: P) =>
  <const L extends Parts[P], const B extends Allowed>(least: L, by: B) => ({ place, least, by });

const space = at('space');
const room = at('room');
const playback = at('playback');
const ofViewer = at('viewing')('own', ['participant']);
const participant = at('participant');
const account = at('account');
const channel = at('channel');
const message = at('message');

const people = ['personal', 'user', 'session'] as const;
const readers = [...people, 'client'] as const;
const sessions = ['link', 'participant'] as const;
const inTheCall = ['participant', ...people] as const;
const entered = ['participant', 'link', ...people, 'client'] as const;
const owners = ['personal', 'session'] as const;
const chatters = ['participant', 'chat'] as const;

const forAnybody = at('nothing')('anybody', ['anybody']);
const ofSelf = account('self', people);
const ofProgram = account('self', ['client']);
const ofChatter = at('chat')('admitted', chatters);
const inChannel = channel('join', chatters);
const moderatingChannel = channel('moderate', chatters);
const byMachine = at('application')('own', ['application']);

/**
 * All permissions. The server enforces them (`platform/http/access/admit.ts` and each endpoint's `access`),
 * docs/permissions.md prints them, and `server/src/system/permissions.test.ts` tries every kind of credential.
 */
export const permissions = {
  issueToken: forAnybody,
  openAccessLink: forAnybody,
  getSignInOptions: forAnybody,
  createSession: forAnybody,
  refreshSession: forAnybody,
  deleteSession: forAnybody,
  signOut: forAnybody,
  beginProviderSignIn: forAnybody,
  finishProviderSignIn: forAnybody,
  register: forAnybody,
  requestPasswordReset: forAnybody,
  resetPassword: forAnybody,

  createUser: ofProgram,
  findUsers: ofProgram,
  getOwnUser: ofSelf,
  updateOwnUser: ofSelf,
  deleteOwnUser: ofSelf,
  changePassword: ofSelf,
  getIdentity: ofSelf,
  linkIdentity: account('self', ['session']),
  unlinkIdentity: ofSelf,
  listSessions: ofSelf,
  endSession: account('own', people),
  endOtherSessions: ofSelf,
  getMeetingSettings: ofSelf,
  updateMeetingSettings: ofSelf,
  getClient: ofSelf,
  refreshClientSecret: ofSelf,
  createPersonalToken: ofSelf,
  listPersonalTokens: ofSelf,
  deletePersonalToken: account('own', people),

  createSpace: ofSelf,
  listSpaces: ofSelf,
  getSpace: space('see', [...readers, ...sessions]),
  getSpaceStorage: space('moderator', people),
  updateSpace: space('owner', people),
  transferSpace: space('owner', people),
  deleteSpace: space('owner', people),
  listSpaceDeletions: ofSelf,

  listMembers: space('moderator', people),
  getMember: space('moderator', people),
  updateMember: space('moderator', people),
  removeMember: space('selfOrModerator', people),
  createInvite: space('moderator', people),
  listInvites: space('moderator', people),
  getInvite: at('invite')('known', ['anybody']),
  activateInvite: at('invite')('known', people),
  revokeInvite: space('moderator', people),

  createRoom: space('moderator', people),
  listRooms: space('see', readers),
  getRoom: room('see', [...readers, ...sessions]),
  updateRoom: room('lead', people),
  updateCallPermissions: room('moderate', inTheCall),
  deleteRoom: room('own', people),
  getRoomByAlias: room('see', ['anybody', 'link', ...people, 'client']),
  grantRole: room('lead', people),
  listRoles: room('lead', people),
  removeRole: room('lead', people),

  createPlayback: space('moderator', people),
  listPlaybacks: space('moderator', people),
  getPlayback: playback('lead', people),
  updatePlayback: playback('lead', people),
  deletePlayback: playback('lead', people),
  getTimeline: playback('lead', people),
  updateTimeline: playback('lead', people),
  getOriginalChat: playback('lead', people),
  updateOriginalChat: playback('lead', people),

  createPlaybackEvent: space('moderator', people),
  listPlaybackEvents: space('moderator', people),
  previewPlaybackEvent: space('moderator', people),
  getPlaybackEvent: space('moderator', people),
  updatePlaybackEvent: space('moderator', people),
  deletePlaybackEvent: space('moderator', people),
  getPlaybackEventSessions: playback('lead', people),
  endPlaybackSession: playback('moderate', inTheCall),

  getProgram: playback('see', ['anybody', 'link', ...inTheCall, 'client']),
  openViewing: ofViewer,
  reportViewing: ofViewer,
  closeViewing: ofViewer,
  listViewingPolls: ofViewer,
  voteInViewing: ofViewer,
  clickOffer: ofViewer,

  getReminders: ofViewer,
  requestReminders: ofViewer,
  cancelReminders: ofViewer,
  getReminderEmails: forAnybody,
  stopReminderEmails: forAnybody,
  resumeReminderEmails: forAnybody,

  generateAccess: room('lead', people),
  generateAccessLinks: room('lead', people),
  listAccessLinks: room('lead', people),
  getAccessLink: room('lead', people),
  updateAccessLink: room('lead', people),
  revokeAccessLinksOfPerson: room('lead', people),
  revokeAccessLink: room('lead', people),
  releaseAccessLink: room('lead', people),

  createParticipant: room('see', ['anybody', 'link', ...people, 'client']),
  getParticipant: participant('own', entered),
  issueSignalingToken: participant('own', entered),
  joinRoom: participant('own', entered),
  listParticipants: room('moderate', inTheCall),
  admitParticipant: participant('moderate', inTheCall),
  refuseParticipant: participant('moderate', inTheCall),
  admitEverybody: room('moderate', inTheCall),
  refuseEverybody: room('moderate', inTheCall),
  updateParticipant: participant('moderate', inTheCall),
  spotlightParticipant: participant('moderate', inTheCall),
  endSpotlight: participant('moderate', inTheCall),
  muteParticipant: participant('moderate', inTheCall),
  muteEverybody: room('moderate', inTheCall),
  removeParticipant: participant('moderate', inTheCall),
  readmitParticipant: participant('moderate', inTheCall),
  releaseParticipantLink: participant('moderate', inTheCall),
  allowSpeaking: participant('moderate', inTheCall),
  stopSpeaking: participant('moderate', inTheCall),
  reportActivity: participant('partake', ['participant']),

  erasePerson: ofSelf,

  getActiveCall: room('moderate', inTheCall),
  finishActiveCall: room('moderate', inTheCall),
  listActiveCallPeople: room('moderate', inTheCall),

  startRecord: room('moderate', inTheCall),
  stopRecord: room('moderate', inTheCall),
  getActiveRecord: room('see', ['anybody', 'link', ...inTheCall]),
  listRecords: room('lead', people),
  listSpaceRecords: space('moderator', people),
  getRecord: room('lead', people),
  updateRecord: room('lead', people),
  deleteRecord: room('lead', people),
  getRecordByCall: room('lead', people),
  downloadRecord: room('lead', people),
  getRecordMedia: room('lead', people),
  listWatchableRecords: room('see', ['link', ...inTheCall]),

  getTranscription: room('lead', people),
  requestTranscription: room('lead', people),
  deleteTranscription: room('lead', people),
  updateTranscriptionSegment: room('lead', people),
  updateTranscriptionSpeaker: room('lead', people),
  getTranscriptionVtt: room('lead', people),
  getTranscriptionSrt: room('lead', people),
  getTranscriptionTxt: room('lead', people),
  getTranscriptionJson: room('lead', people),
  searchSpace: room('lead', people),

  listAssets: space('moderator', people),
  getAsset: space('moderator', people),
  updateAsset: space('moderator', people),
  deleteAsset: space('moderator', people),

  createWebhook: space('owner', owners),
  getWebhook: space('owner', owners),
  updateWebhook: space('owner', owners),
  deleteWebhook: space('owner', owners),
  refreshSecretWebhook: space('owner', owners),
  testWebhook: space('owner', owners),
  listWebhookDeliveries: space('owner', owners),
  getWebhookDelivery: space('owner', owners),
  redeliverWebhook: space('owner', owners),
  redeliverFailedWebhooks: space('owner', owners),
  listWebhooks: space('owner', owners),
  addWebhook: space('owner', owners),
  getWebhookById: space('owner', owners),
  updateWebhookById: space('owner', owners),
  deleteWebhookById: space('owner', owners),
  refreshSecretWebhookById: space('owner', owners),
  testWebhookById: space('owner', owners),
  listWebhookDeliveriesById: space('owner', owners),
  getWebhookDeliveryById: space('owner', owners),
  redeliverWebhookById: space('owner', owners),
  redeliverFailedWebhooksById: space('owner', owners),

  analyticsCalls: room('lead', people),
  getAnalyticsCall: room('lead', people),
  listAnalyticsCallParticipants: room('lead', people),
  getAnalyticsCallTimeline: room('lead', people),
  listAnalyticsCallMessages: room('lead', people),
  listAnalyticsCallPolls: room('lead', people),
  listChannelMessages: space('moderator', people),
  listChannelPolls: space('moderator', people),
  getAnalyticsSummary: room('lead', people),
  getRoomAnalyticsReport: room('lead', people),
  getPlaybackSessionAnalyticsReport: space('moderator', people),

  raiseHand: participant('partake', ['participant']),
  lowerHand: participant('ownOrModerate', inTheCall),
  listHands: room('partake', inTheCall),
  lowerAllHands: room('moderate', inTheCall),
  sendStageReaction: room('partake', ['participant']),

  listRoomPolls: room('moderate', inTheCall),
  createRoomPoll: room('moderate', inTheCall),
  updateRoomPoll: room('moderate', inTheCall),
  deleteRoomPoll: room('moderate', inTheCall),
  listRoomPollAnswers: room('moderate', inTheCall),

  reportPageError: forAnybody,
  startDiagnostics: forAnybody,

  getSocketToken: ofChatter,
  getInitial: ofChatter,
  joinChannel: channel('see', chatters),
  joinExternalChannel: channel('see', chatters),
  leaveChannel: ofChatter,
  listDirects: ofChatter,
  createDirect: ofChatter,
  listMessages: inChannel,
  muteChatUser: moderatingChannel,
  updateChannelSettings: moderatingChannel,
  sendMessage: inChannel,
  editMessage: message('ownOrModerate', chatters),
  deleteMessage: message('ownOrModerate', chatters),
  clearChannel: moderatingChannel,
  addReaction: message('join', chatters),
  removeReaction: message('join', chatters),
  pinMessage: moderatingChannel,
  unpinMessage: moderatingChannel,
  listPinnedMessages: inChannel,
  listPolls: inChannel,
  getPoll: inChannel,
  createPoll: moderatingChannel,
  startPoll: moderatingChannel,
  stopPoll: moderatingChannel,
  votePoll: inChannel,
  deletePoll: moderatingChannel,
  fetchChatUsers: ofChatter,
  updateProfile: ofChatter,
  createChatUser: byMachine,
  issueChatToken: byMachine,
  signUp: forAnybody,
  logIn: forAnybody,
  getChatApplicationSettings: forAnybody,
  updateChatSettings: space('owner', people),
  createChatM2mToken: space('owner', people),
} as const satisfies Record<Operation, Permission>;

export type Permissions = typeof permissions;

/** Every credential that a program sends in a header. */
const bearers = ['client', 'user', 'personal', 'link', 'participant', 'chat', 'application'] as const;

const except: Partial<Record<Operation, readonly CredentialKind[]>> = {
  // Without participants: they do not become one again by their session.
  createParticipant: ['participant'],
  // Without cookies, which only browsers have.
  createSession: bearers,
  refreshSession: bearers,
  deleteSession: bearers,
  register: bearers,
};

/** Whether the operation may succeed with this kind of credential, or (`anybody`) without one. */
export function mayByKind(operation: Operation, kind: CredentialKind | 'anybody'): boolean {
  const by: Allowed = permissions[operation].by;
  if (kind !== 'anybody' && except[operation]?.includes(kind)) return false;
  return by.includes(kind) || by.includes('anybody');
}

/** Places that may be private: to a caller without a role there they do not exist. */
export type HiddenPlace = 'space' | 'room' | 'playback' | 'viewing' | 'participant';
export const hiddenPlaces: ReadonlySet<PermissionPlace> = new Set([
  'space',
  'room',
  'playback',
  'viewing',
  'participant',
] satisfies HiddenPlace[]);

type PlaceInCall = 'room' | 'viewing' | 'participant';

/** Roles in the call or the webinar itself: denied to removed participants, unlike seeing the room and requesting entry. */
const partsInCall: { [P in PlaceInCall]: readonly Parts[P][] } = {
  room: ['partake', 'moderate'],
  viewing: ['own'],
  participant: ['partake', 'ownOrModerate', 'moderate'],
};

export function isInTheCall(operation: Operation): boolean {
  const { place, least }: Permission = permissions[operation];
  return place in partsInCall && partsInCall[place as PlaceInCall].some((part) => part === least);
}
