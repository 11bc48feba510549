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

/** The HTTP status of a refusal, or undefined where the server could not be reached at all. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' && error.status > 0 ? error.status : undefined;
}

/** A refusal that asking again will not change. */
export function isFinal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
