/** Somebody in a chat application, whatever way they came to it. */
export interface ChatUser {
  id: string;
  spaceId: string;
  kind: 'participant' | 'm2m' | 'registered' | 'guest';
  /** In the whole application, by the integrator's word. */
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

/** A channel, and what one person is in it. */
export interface SeenChannel extends ChannelSettings {
  id: string;
  spaceId: string;
  roomId: string | null;
  /** The two of a direct conversation. */
  directOf: [string, string] | null;
  name: string;
  isPublic: boolean;
  top: number;
  isModerator: boolean;
  isJoined: boolean;
  mutedUntil: Date | null;
}
