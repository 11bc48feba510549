import type { Role } from './call-contract.ts';

export type Source = 'microphone' | 'camera' | 'screen';

/** The states of this page that attendance reports contain. */
export type Activity = { isTabVisible: boolean; isSpeaking: boolean };

/** The server operations that the call uses. The page passes the SDK's client, tests a fake. */
export type CallApi = {
  signalingToken: () => Promise<{ signalingToken: string; url: string; entryId: string }>;
  /**
   * `entryId` is the one of the signaling token with which this page is connected; `number` rises, because requests may
   * overtake each other.
   */
  reportActivity: (entryId: string, report: Activity & { number: number }) => Promise<void>;
  noteJoined: () => Promise<void>;
  /** Reads the participant's own role from the server. */
  role: () => Promise<Role>;
  mute: (participantId: string, source: Source) => Promise<void>;
  askToUnmute: (participantId: string) => Promise<void>;
  /** Mutes everybody but the moderators, and says how many people that were. */
  muteEverybody: (source: Source) => Promise<number>;
  remove: (participantId: string) => Promise<void>;
  update: (participantId: string, change: { name: string } | { role: Role }) => Promise<void>;
  spotlight: (participantId: string, isOn: boolean) => Promise<void>;
  allowSpeaking: (participantId: string) => Promise<void>;
  stopSpeaking: (participantId: string) => Promise<void>;
  allowDrawing: (participantId: string, isAllowed: boolean) => Promise<void>;
  finishForAll: () => Promise<void>;
};
