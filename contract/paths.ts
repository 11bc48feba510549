/**
 * Every operation of the HTTP interface by name: its method and its path.
 * Kept apart from the schemas so that the client SDK carries no schema library into a browser.
 */
export const paths = {
  issueToken: 'POST /v1/auth/token',
  openAccessLink: 'POST /v1/auth/access-link',

  createUser: 'POST /v1/users',
  createPersonalToken: 'POST /v1/users/me/tokens',
  listPersonalTokens: 'GET /v1/users/me/tokens',
  deletePersonalToken: 'DELETE /v1/users/me/tokens/:tokenId',

  createSpace: 'POST /v1/spaces',
  listSpaces: 'GET /v1/spaces',
  getSpace: 'GET /v1/spaces/:spaceId',
  updateSpace: 'PUT /v1/spaces/:spaceId',
  deleteSpace: 'DELETE /v1/spaces/:spaceId',

  createRoom: 'POST /v1/spaces/:spaceId/rooms',
  listRooms: 'GET /v1/spaces/:spaceId/rooms',
  getRoom: 'GET /v1/spaces/:spaceId/rooms/:roomId',
  updateRoom: 'PUT /v1/spaces/:spaceId/rooms/:roomId',
  deleteRoom: 'DELETE /v1/spaces/:spaceId/rooms/:roomId',
  getRoomByAlias: 'GET /v1/spaces/room-by-alias/:alias',

  generateAccess: 'POST /v1/spaces/:spaceId/rooms/:roomId/generate-access',
  releaseAccessLink: 'POST /v1/spaces/:spaceId/rooms/:roomId/access-links/:linkId/release',

  createParticipant: 'POST /v1/spaces/:spaceId/participants',
  issueSignalingToken: 'POST /v1/spaces/:spaceId/participants/:participantId/signaling-token',
  joinRoom: 'POST /v1/spaces/:spaceId/rooms/:roomId/join',
  listParticipants: 'GET /v1/spaces/:spaceId/rooms/:roomId/participants',
  muteParticipant: 'POST /v1/spaces/:spaceId/participants/:participantId/mute',
  removeParticipant: 'POST /v1/spaces/:spaceId/participants/:participantId/remove',
  allowSpeaking: 'POST /v1/spaces/:spaceId/participants/:participantId/allow-speaking',
  stopSpeaking: 'POST /v1/spaces/:spaceId/participants/:participantId/stop-speaking',

  getActiveCall: 'GET /v1/spaces/:spaceId/rooms/:roomId/calls/active',
  finishActiveCall: 'POST /v1/spaces/:spaceId/rooms/:roomId/calls/active/finish',

  createWebhook: 'POST /v1/spaces/:spaceId/webhook',
  getWebhook: 'GET /v1/spaces/:spaceId/webhook',
  updateWebhook: 'PUT /v1/spaces/:spaceId/webhook',
  deleteWebhook: 'DELETE /v1/spaces/:spaceId/webhook',
  refreshSecretWebhook: 'PUT /v1/spaces/:spaceId/webhook/refresh-secret',

  analyticsCalls: 'GET /v1/spaces/:spaceId/analytics/calls',
} as const;

export type Operation = keyof typeof paths;
