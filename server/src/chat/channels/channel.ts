import type { Answer } from '../../../../contract/routes.ts';
import type { RowOf } from '../../platform/db/tables.ts';

/** A person in a chat application, however they came to it. The integrator gave the role in the whole application. */
export type ChatUser = Pick<
  RowOf<'chat_users'>,
  'id' | 'spaceId' | 'kind' | 'role' | 'username' | 'displayName' | 'avatarUrl' | 'lang'
>;

export type ChannelSettings = Answer<'updateChannelSettings'>;

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
