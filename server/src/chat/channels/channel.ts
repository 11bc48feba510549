/** A person in a chat application, however they came to it. */
export interface ChatUser {
  id: string;
  spaceId: string;
  kind: 'participant' | 'm2m' | 'registered' | 'guest';
  /** The role in the whole application that the integrator gave. */
  role: 'user' | 'moderator';
  username: string;
  displayName: string;
  avatarUrl: string | null;
  lang: string | null;
}

export interface ChannelSettings {
  isChatAllowed: boolean;
  slowModeSeconds: number;
  linksAllowed: boolean;
}

/** A channel with the role and state of one person in it. */
export interface SeenChannel extends ChannelSettings {
  id: string;
  spaceId: string;
  roomId: string | null;
  /** The session of a playback to which the channel belongs; then `roomId` is the playback's. */
  sessionId: string | null;
  /** The two people of a direct channel. */
  directOf: [string, string] | null;
  name: string;
  isPublic: boolean;
  top: number;
  isModerator: boolean;
  isJoined: boolean;
  mutedUntil: Date | null;
}
