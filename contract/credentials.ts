import type { Operation } from './paths.ts';

/** The kinds of bearer token (decisions.md, section 2). */
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

/** `anybody` stands for a request without a credential; any other credential then does no harm. */
type Allowed = readonly (CredentialKind | 'anybody')[];

const people: Allowed = ['personal', 'user', 'session'];
const readers: Allowed = [...people, 'client'];
const sessions: Allowed = ['link', 'participant'];
const entrants: Allowed = ['anybody', 'link', ...people, 'client'];
const inTheCall: Allowed = ['participant', ...people];
const entered: Allowed = ['participant', 'link', ...people, 'client'];
const owners: Allowed = ['personal', 'session'];
const chatters: Allowed = ['participant', 'chat'];

/** With which credential an operation may succeed. It documents; the server's endpoints decide. */
export const credentials: Record<Operation, Allowed> = {
  issueToken: ['anybody'],
  openAccessLink: ['anybody'],
  getSignInOptions: ['anybody'],
  createSession: ['anybody'],
  refreshSession: ['anybody'],
  deleteSession: ['anybody'],
  register: ['anybody'],
  requestPasswordReset: ['anybody'],
  resetPassword: ['anybody'],

  createUser: ['client'],
  findUsers: ['client'],
  getOwnUser: people,
  updateOwnUser: people,
  changePassword: people,
  listSessions: people,
  endSession: people,
  endOtherSessions: people,
  getMeetingSettings: people,
  updateMeetingSettings: people,
  getClient: people,
  refreshClientSecret: people,
  createPersonalToken: people,
  listPersonalTokens: people,
  deletePersonalToken: people,

  createSpace: people,
  listSpaces: people,
  getSpace: [...readers, ...sessions],
  updateSpace: people,
  deleteSpace: people,

  listMembers: people,
  updateMember: people,
  removeMember: people,
  createInvite: people,
  listInvites: people,
  getInvite: ['anybody'],
  activateInvite: people,
  revokeInvite: people,

  createRoom: people,
  listRooms: readers,
  getRoom: [...readers, ...sessions],
  updateRoom: people,
  deleteRoom: people,
  getRoomByAlias: entrants,
  grantRole: people,
  listRoles: people,
  removeRole: people,

  generateAccess: people,
  listAccessLinks: people,
  getAccessLink: people,
  revokeAccessLink: people,
  releaseAccessLink: people,

  createParticipant: entrants,
  getParticipant: entered,
  issueSignalingToken: entered,
  joinRoom: entered,
  listParticipants: inTheCall,
  admitParticipant: inTheCall,
  refuseParticipant: inTheCall,
  admitEverybody: inTheCall,
  muteParticipant: inTheCall,
  removeParticipant: inTheCall,
  allowSpeaking: inTheCall,
  stopSpeaking: inTheCall,

  erasePerson: people,

  getActiveCall: inTheCall,
  finishActiveCall: inTheCall,

  createWebhook: owners,
  getWebhook: owners,
  updateWebhook: owners,
  deleteWebhook: owners,
  refreshSecretWebhook: owners,

  analyticsCalls: people,

  raiseHand: ['participant'],
  lowerHand: inTheCall,
  listHands: inTheCall,
  lowerAllHands: inTheCall,
  sendStageReaction: ['participant'],

  getSocketToken: chatters,
  getInitial: chatters,
  joinChannel: chatters,
  joinExternalChannel: chatters,
  leaveChannel: chatters,
  listDirects: chatters,
  createDirect: chatters,
  listMessages: chatters,
  muteChatUser: chatters,
  updateChannelSettings: chatters,
  sendMessage: chatters,
  editMessage: chatters,
  deleteMessage: chatters,
  clearChannel: chatters,
  addReaction: chatters,
  removeReaction: chatters,
  pinMessage: chatters,
  unpinMessage: chatters,
  listPinnedMessages: chatters,
  listPolls: chatters,
  getPoll: chatters,
  createPoll: chatters,
  startPoll: chatters,
  stopPoll: chatters,
  votePoll: chatters,
  deletePoll: chatters,
  fetchChatUsers: chatters,
  updateProfile: chatters,
  createChatUser: ['application'],
  issueChatToken: ['application'],
  signUp: ['anybody'],
  logIn: ['anybody'],
  getChatApplicationSettings: ['anybody'],
  updateChatSettings: people,
  createChatM2mToken: people,
};
