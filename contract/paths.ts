/**
 * Every operation of the HTTP interface by name: its method and path. Separate from the schemas, so that the client
 * loads no schema library in a browser.
 */
export const paths = {
  issueToken: 'POST /v1/auth/token',
  openAccessLink: 'POST /v1/auth/access-link',
  getSignInOptions: 'GET /v1/auth/options',
  createSession: 'POST /v1/auth/session',
  refreshSession: 'POST /v1/auth/session/refresh',
  deleteSession: 'DELETE /v1/auth/session',
  signOut: 'POST /v1/auth/sign-out',
  beginProviderSignIn: 'POST /v1/auth/provider',
  finishProviderSignIn: 'POST /v1/auth/provider/session',
  register: 'POST /v1/auth/register',
  requestPasswordReset: 'POST /v1/auth/password-reset',
  resetPassword: 'PUT /v1/auth/password-reset',

  createUser: 'POST /v1/users',
  findUsers: 'GET /v1/users',
  getOwnUser: 'GET /v1/users/me',
  updateOwnUser: 'PUT /v1/users/me',
  deleteOwnUser: 'DELETE /v1/users/me',
  changePassword: 'PUT /v1/users/me/password',
  getIdentity: 'GET /v1/users/me/identity',
  linkIdentity: 'POST /v1/users/me/identity',
  unlinkIdentity: 'DELETE /v1/users/me/identity',
  listSessions: 'GET /v1/users/me/sessions',
  endOtherSessions: 'DELETE /v1/users/me/sessions',
  endSession: 'DELETE /v1/users/me/sessions/:sessionId',
  getMeetingSettings: 'GET /v1/users/me/settings/meetings',
  updateMeetingSettings: 'PUT /v1/users/me/settings/meetings',
  getClient: 'GET /v1/users/me/client',
  refreshClientSecret: 'POST /v1/users/me/client/refresh-secret',
  createPersonalToken: 'POST /v1/users/me/tokens',
  listPersonalTokens: 'GET /v1/users/me/tokens',
  deletePersonalToken: 'DELETE /v1/users/me/tokens/:tokenId',

  createSpace: 'POST /v1/spaces',
  listSpaces: 'GET /v1/spaces',
  getSpace: 'GET /v1/spaces/:spaceId',
  updateSpace: 'PUT /v1/spaces/:spaceId',
  transferSpace: 'POST /v1/spaces/:spaceId/transfer',
  deleteSpace: 'DELETE /v1/spaces/:spaceId',

  listMembers: 'GET /v1/spaces/:spaceId/members',
  getMember: 'GET /v1/spaces/:spaceId/members/:userId',
  updateMember: 'PUT /v1/spaces/:spaceId/members/:userId',
  removeMember: 'DELETE /v1/spaces/:spaceId/members/:userId',
  createInvite: 'POST /v1/spaces/:spaceId/invites',
  listInvites: 'GET /v1/spaces/:spaceId/invites',
  getInvite: 'GET /v1/spaces/:spaceId/invites/:inviteId',
  activateInvite: 'POST /v1/spaces/:spaceId/invites/:inviteId/activate',
  revokeInvite: 'DELETE /v1/spaces/:spaceId/invites/:inviteId',

  createRoom: 'POST /v1/spaces/:spaceId/rooms',
  listRooms: 'GET /v1/spaces/:spaceId/rooms',
  getRoom: 'GET /v1/spaces/:spaceId/rooms/:roomId',
  updateRoom: 'PUT /v1/spaces/:spaceId/rooms/:roomId',
  updateCallPermissions: 'PUT /v1/spaces/:spaceId/rooms/:roomId/call-permissions',
  deleteRoom: 'DELETE /v1/spaces/:spaceId/rooms/:roomId',
  getRoomByAlias: 'GET /v1/spaces/room-by-alias/:alias',
  grantRole: 'POST /v1/spaces/:spaceId/rooms/:roomId/roles',
  listRoles: 'GET /v1/spaces/:spaceId/rooms/:roomId/roles',
  removeRole: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/roles/:userId',

  createPlayback: 'POST /v1/spaces/:spaceId/playbacks',
  listPlaybacks: 'GET /v1/spaces/:spaceId/playbacks',
  getPlayback: 'GET /v1/spaces/:spaceId/playbacks/:playbackId',
  updatePlayback: 'PUT /v1/spaces/:spaceId/playbacks/:playbackId',
  deletePlayback: 'DELETE /v1/spaces/:spaceId/playbacks/:playbackId',
  clickOffer: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/offers/:itemId/click',
  getTimeline: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/timeline',
  updateTimeline: 'PUT /v1/spaces/:spaceId/playbacks/:playbackId/timeline',
  getOriginalChat: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/original-chat',
  updateOriginalChat: 'PUT /v1/spaces/:spaceId/playbacks/:playbackId/original-chat',

  createPlaybackEvent: 'POST /v1/spaces/:spaceId/playback-events',
  listPlaybackEvents: 'GET /v1/spaces/:spaceId/playback-events',
  previewPlaybackEvent: 'POST /v1/spaces/:spaceId/playback-events/preview',
  getPlaybackEvent: 'GET /v1/spaces/:spaceId/playback-events/:playbackEventId',
  updatePlaybackEvent: 'PUT /v1/spaces/:spaceId/playback-events/:playbackEventId',
  deletePlaybackEvent: 'DELETE /v1/spaces/:spaceId/playback-events/:playbackEventId',
  getPlaybackEventSessions: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/event-sessions',
  endPlaybackSession:
    'DELETE /v1/spaces/:spaceId/playbacks/:playbackId/event-sessions/:playbackEventSessionId',

  getProgram: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/program',
  openViewing: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings',
  reportViewing: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/reports',
  closeViewing: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/close',
  listViewingPolls: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/polls',
  voteInViewing: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/polls/:pollId/vote',

  getReminders: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/reminders',
  requestReminders: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/reminders',
  cancelReminders: 'DELETE /v1/spaces/:spaceId/playbacks/:playbackId/reminders/:playbackEventSessionId',
  getReminderEmails: 'GET /v1/reminders/:reminderToken',
  stopReminderEmails: 'POST /v1/reminders/:reminderToken/stop',
  resumeReminderEmails: 'POST /v1/reminders/:reminderToken/resume',

  generateAccess: 'POST /v1/spaces/:spaceId/rooms/:roomId/generate-access',
  generateAccessLinks: 'POST /v1/spaces/:spaceId/rooms/:roomId/access-links',
  listAccessLinks: 'GET /v1/spaces/:spaceId/rooms/:roomId/access-links',
  getAccessLink: 'GET /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId',
  updateAccessLink: 'PUT /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId',
  revokeAccessLinksOfPerson: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/access-links',
  revokeAccessLink: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId',
  releaseAccessLink: 'POST /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId/release',

  createParticipant: 'POST /v1/spaces/:spaceId/participants',
  getParticipant: 'GET /v1/spaces/:spaceId/participants/:participantId',
  issueSignalingToken: 'POST /v1/spaces/:spaceId/participants/:participantId/signaling-token',
  joinRoom: 'POST /v1/spaces/:spaceId/rooms/:roomId/join',
  listParticipants: 'GET /v1/spaces/:spaceId/rooms/:roomId/participants',
  admitParticipant: 'POST /v1/spaces/:spaceId/participants/:participantId/admit',
  refuseParticipant: 'POST /v1/spaces/:spaceId/participants/:participantId/refuse',
  admitEverybody: 'POST /v1/spaces/:spaceId/rooms/:roomId/participants/admit',
  updateParticipant: 'PUT /v1/spaces/:spaceId/participants/:participantId',
  muteParticipant: 'POST /v1/spaces/:spaceId/participants/:participantId/mute',
  muteEverybody: 'POST /v1/spaces/:spaceId/rooms/:roomId/participants/mute',
  removeParticipant: 'POST /v1/spaces/:spaceId/participants/:participantId/remove',
  readmitParticipant: 'POST /v1/spaces/:spaceId/participants/:participantId/readmit',
  releaseParticipantLink: 'POST /v1/spaces/:spaceId/participants/:participantId/release-link',
  allowSpeaking: 'POST /v1/spaces/:spaceId/participants/:participantId/allow-speaking',
  stopSpeaking: 'POST /v1/spaces/:spaceId/participants/:participantId/stop-speaking',
  reportActivity: 'POST /v1/spaces/:spaceId/participants/:participantId/activity',

  erasePerson: 'DELETE /v1/people/:externalUserId',

  getActiveCall: 'GET /v1/spaces/:spaceId/rooms/:roomId/calls/active',
  finishActiveCall: 'POST /v1/spaces/:spaceId/rooms/:roomId/calls/active/finish',
  listActiveCallPeople: 'GET /v1/spaces/:spaceId/rooms/:roomId/calls/active/people',

  startRecord: 'POST /v1/spaces/:spaceId/rooms/:roomId/records/start',
  stopRecord: 'POST /v1/spaces/:spaceId/rooms/:roomId/records/stop',
  getActiveRecord: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/active',
  listRecords: 'GET /v1/spaces/:spaceId/rooms/:roomId/records',
  listSpaceRecords: 'GET /v1/spaces/:spaceId/records',
  getRecord: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId',
  updateRecord: 'PUT /v1/spaces/:spaceId/rooms/:roomId/records/:recordId',
  deleteRecord: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/records/:recordId',
  getRecordByCall: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/by-call/:callId',
  downloadRecord: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/download/:recordId',
  getRecordMedia: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/media',

  getTranscription: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription',
  requestTranscription: 'POST /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription',
  deleteTranscription: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription',
  updateTranscriptionSegment:
    'PUT /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription/segments/:segmentId',
  updateTranscriptionSpeaker:
    'PUT /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription/speakers/:participantId',
  getTranscriptionVtt: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription.vtt',
  getTranscriptionSrt: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription.srt',
  getTranscriptionTxt: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription.txt',
  getTranscriptionJson: 'GET /v1/spaces/:spaceId/rooms/:roomId/records/:recordId/transcription.json',
  searchSpace: 'GET /v1/spaces/:spaceId/search',

  listAssets: 'GET /v1/spaces/:spaceId/assets',
  getAsset: 'GET /v1/spaces/:spaceId/assets/:assetId',
  updateAsset: 'PUT /v1/spaces/:spaceId/assets/:assetId',
  deleteAsset: 'DELETE /v1/spaces/:spaceId/assets/:assetId',

  createWebhook: 'POST /v1/spaces/:spaceId/webhook',
  getWebhook: 'GET /v1/spaces/:spaceId/webhook',
  updateWebhook: 'PUT /v1/spaces/:spaceId/webhook',
  deleteWebhook: 'DELETE /v1/spaces/:spaceId/webhook',
  refreshSecretWebhook: 'PUT /v1/spaces/:spaceId/webhook/refresh-secret',
  testWebhook: 'POST /v1/spaces/:spaceId/webhook/test',
  listWebhookDeliveries: 'GET /v1/spaces/:spaceId/webhook/deliveries',
  getWebhookDelivery: 'GET /v1/spaces/:spaceId/webhook/deliveries/:deliveryId',
  redeliverWebhook: 'POST /v1/spaces/:spaceId/webhook/deliveries/:deliveryId/redeliver',
  redeliverFailedWebhooks: 'POST /v1/spaces/:spaceId/webhook/deliveries/redeliver',
  listWebhooks: 'GET /v1/spaces/:spaceId/webhooks',
  addWebhook: 'POST /v1/spaces/:spaceId/webhooks',
  getWebhookById: 'GET /v1/spaces/:spaceId/webhooks/:webhookId',
  updateWebhookById: 'PUT /v1/spaces/:spaceId/webhooks/:webhookId',
  deleteWebhookById: 'DELETE /v1/spaces/:spaceId/webhooks/:webhookId',
  refreshSecretWebhookById: 'PUT /v1/spaces/:spaceId/webhooks/:webhookId/refresh-secret',
  testWebhookById: 'POST /v1/spaces/:spaceId/webhooks/:webhookId/test',
  listWebhookDeliveriesById: 'GET /v1/spaces/:spaceId/webhooks/:webhookId/deliveries',
  getWebhookDeliveryById: 'GET /v1/spaces/:spaceId/webhooks/:webhookId/deliveries/:deliveryId',
  redeliverWebhookById: 'POST /v1/spaces/:spaceId/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  redeliverFailedWebhooksById: 'POST /v1/spaces/:spaceId/webhooks/:webhookId/deliveries/redeliver',

  analyticsCalls: 'GET /v1/spaces/:spaceId/analytics/calls',
  getAnalyticsCall: 'GET /v1/spaces/:spaceId/analytics/calls/:callId',
  listAnalyticsCallParticipants: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/participants',
  getAnalyticsCallTimeline: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/timeline',
  listAnalyticsCallMessages: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/messages',
  listAnalyticsCallPolls: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/polls',
  listChannelMessages: 'GET /v1/spaces/:spaceId/analytics/channels/:channelId/messages',
  listChannelPolls: 'GET /v1/spaces/:spaceId/analytics/channels/:channelId/polls',
  getAnalyticsSummary: 'GET /v1/spaces/:spaceId/analytics/summary',
  getRoomAnalyticsReport: 'GET /v1/spaces/:spaceId/analytics/report',
  getPlaybackSessionAnalyticsReport: 'GET /v1/spaces/:spaceId/analytics/playback-report',

  raiseHand: 'POST /v1/spaces/:spaceId/participants/:participantId/raise-hand',
  lowerHand: 'POST /v1/spaces/:spaceId/participants/:participantId/lower-hand',
  listHands: 'GET /v1/spaces/:spaceId/rooms/:roomId/hands',
  lowerAllHands: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/hands',
  sendStageReaction: 'POST /v1/spaces/:spaceId/rooms/:roomId/reactions',

  reportPageError: 'POST /v1/page-errors',

  getSocketToken: 'GET /v1/centrifuge-token',
  getInitial: 'GET /v1/get-initial',
  joinChannel: 'POST /v1/channels/join',
  joinExternalChannel: 'POST /v1/channels/join-external/:externalId',
  leaveChannel: 'POST /v1/channels/leave',
  listDirects: 'GET /v1/channels/directs',
  createDirect: 'POST /v1/channels/create-direct',
  listMessages: 'GET /v1/channels/:channelId/messages',
  muteChatUser: 'POST /v1/channels/:channelId/mute',
  updateChannelSettings: 'PUT /v1/channels/:channelId/settings',

  sendMessage: 'POST /v1/messages/send',
  editMessage: 'PATCH /v1/messages/:messageId',
  deleteMessage: 'DELETE /v1/messages/:messageId',
  clearChannel: 'DELETE /v1/messages/channel/:channelId',
  addReaction: 'POST /v1/messages/:messageId/reactions',
  removeReaction: 'DELETE /v1/messages/:messageId/reactions/:emoji',
  pinMessage: 'POST /v1/messages-pinned',
  unpinMessage: 'DELETE /v1/messages-pinned/:pinId',
  listPinnedMessages: 'GET /v1/messages-pinned/channel/:channelId',

  listPolls: 'GET /v1/polls',
  getPoll: 'GET /v1/polls/:pollId',
  createPoll: 'POST /v1/polls/create',
  startPoll: 'POST /v1/polls/:pollId/start',
  stopPoll: 'POST /v1/polls/:pollId/stop',
  votePoll: 'POST /v1/polls/vote',
  deletePoll: 'DELETE /v1/polls/:pollId',

  fetchChatUsers: 'POST /v1/users/fetch',
  updateProfile: 'PATCH /v1/profile',
  createChatUser: 'POST /v1/m2m/:appId/users/create',
  issueChatToken: 'GET /v1/m2m/:appId/token/:externalId',
  signUp: 'POST /v1/signup',
  logIn: 'POST /v1/login',
  getChatApplicationSettings: 'GET /v1/applications/:appId/settings',
  updateChatSettings: 'PUT /v1/spaces/:spaceId/chat/settings',
  createChatM2mToken: 'POST /v1/spaces/:spaceId/chat/m2m-token',
} as const;

export type Operation = keyof typeof paths;

/** The names of a path's parameters: `'/a/:x/:y'` gives `'x' | 'y'`. */
type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
export type Params<K extends Operation> = Record<Names<(typeof paths)[K]>, string>;

/** Operations that respond with text instead of JSON. */
export const answersText: ReadonlySet<Operation> = new Set([
  'downloadRecord',
  'getTranscriptionVtt',
  'getTranscriptionSrt',
  'getTranscriptionTxt',
]);

/** Operations that respond with a file if the query has a format other than json. */
export const answersFile: ReadonlySet<Operation> = new Set([
  'getRoomAnalyticsReport',
  'getPlaybackSessionAnalyticsReport',
  'listAnalyticsCallMessages',
  'listAnalyticsCallPolls',
  'listChannelMessages',
  'listChannelPolls',
]);

const chatParameters = new Set(['appId', 'channelId', 'messageId', 'pinId', 'pollId']);

/** Whether this path parameter is an id of the chat (decimal digits) instead of one of 24 hex characters. */
export const isChatParameter = (name: string): boolean => chatParameters.has(name);
