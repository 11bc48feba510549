import type { Role } from './call-contract.ts';

export type Source = 'microphone' | 'camera' | 'screen';

/** What the call asks of the server. The SDK's client is behind it in the page, a fake in tests. */
export type CallApi = {
  signalingToken: () => Promise<{ signalingToken: string; url: string }>;
  noteJoined: () => Promise<void>;
  /** One's role as the server has it now. */
  role: () => Promise<Role>;
  mute: (participantId: string, source: Source) => Promise<void>;
  remove: (participantId: string) => Promise<void>;
  allowSpeaking: (participantId: string) => Promise<void>;
  stopSpeaking: (participantId: string) => Promise<void>;
  finishForAll: () => Promise<void>;
};
