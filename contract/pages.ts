/**
 * Every path of the web client. The server serves them, the client renders them, and emails and links contain them;
 * any other path shows a page that says so.
 */
export const pages = {
  home: '/',
  room: '/room/:alias',
  /** For moderators by a link, about the calls in which they were. */
  roomCalls: '/room/:alias/calls',
  /** For people who attended calls of the room. */
  roomRecordings: '/room/:alias/recordings',

  /** One recording, for anybody who has a link to it: its token is the part after #. */
  recordingByLink: '/recording',

  signIn: '/sign-in',
  /** An OpenID Connect provider sends people back here. */
  providerReturn: '/sign-in/return',
  register: '/register',
  forgotPassword: '/forgot-password',
  /** Shown after the account was deleted. */
  accountDeleted: '/account-deleted',
  invite: '/invite/:spaceId/:inviteId',
  /** POST unsubscribes at once (RFC 8058); the page asks first, because mail filters open links. */
  reminders: '/reminders/:reminderToken',
  /** Anybody may test their devices and connection. */
  diagnostics: '/diagnostics',

  groups: '/groups',
  group: '/groups/:spaceId',
  groupPart: '/groups/:spaceId/:part',
  groupRoom: '/groups/:spaceId/rooms/:roomId',
  groupRoomPart: '/groups/:spaceId/rooms/:roomId/:part',
  groupRoomCall: '/groups/:spaceId/rooms/:roomId/calls/:callId',
  groupRecording: '/groups/:spaceId/rooms/:roomId/recordings/:recordId',
  groupPlayback: '/groups/:spaceId/webinars/:playbackId',
  groupPlaybackPart: '/groups/:spaceId/webinars/:playbackId/:part',
  groupPlaybackSession: '/groups/:spaceId/webinars/:playbackId/sessions/:sessionId',

  profile: '/account',
  deleteAccount: '/account/delete',
  sessions: '/account/sessions',
  integration: '/account/integration',
  tokens: '/account/integration/tokens',
  webhooks: '/account/integration/webhooks',
  webhook: '/account/integration/webhooks/:spaceId',
  webhookPart: '/account/integration/webhooks/:spaceId/:part',
  webhookDelivery: '/account/integration/webhooks/:spaceId/deliveries/:deliveryId',
  /** The webhooks of a group besides its first one. */
  otherWebhook: '/account/integration/webhooks/:spaceId/more/:webhookId',
  otherWebhookPart: '/account/integration/webhooks/:spaceId/more/:webhookId/:part',
  otherWebhookDelivery: '/account/integration/webhooks/:spaceId/more/:webhookId/deliveries/:deliveryId',
} as const;

/** The tabs of the settings of a room. */
export const roomSettingsParts = ['general', 'entry', 'permissions'] as const;

/** The tabs of a room's page in the panel, in their order. */
export const roomParts = [
  'overview',
  'calls',
  'attendance',
  'recordings',
  'polls',
  'people',
  'links',
  ...roomSettingsParts,
] as const;
export type RoomPart = (typeof roomParts)[number];

/** The names in a pattern: `/groups/:spaceId` has `spaceId`. */
export type ParamsOf<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? ParamsOf<Head> & ParamsOf<Tail>
  : P extends `:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>;

/** The path of a pattern with its values filled in. */
export function pathTo<P extends string>(
  pattern: P,
  ...[params]: keyof ParamsOf<P> extends never ? [] : [ParamsOf<P>]
): string {
  const values = (params ?? {}) as Record<string, string>;
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The path of a tab of a room's page in the panel; the overview has the path of the room. */
export const pathToRoomPart = (place: ParamsOf<typeof pages.groupRoom>, part: RoomPart): string =>
  part === 'overview' ? pathTo(pages.groupRoom, place) : pathTo(pages.groupRoomPart, { ...place, part });
