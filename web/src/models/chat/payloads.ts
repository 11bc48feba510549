import type { Payload } from '../live/live.ts';
import type { ChatUser, Message, Reaction, Settings } from './types.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The message of a change; undefined if it has been deleted since. */
export function messageIn(payload: Payload): Message | undefined {
  const { message } = payload;
  if (!isRecord(message) || payload.deleted === true || message.deleted === true) return undefined;
  if (typeof message.id !== 'string' || typeof message.text !== 'string') return undefined;
  return typeof message.seq === 'number' ? (message as Message) : undefined;
}

export function textIn(payload: Payload, name: string): string | undefined {
  const value = payload[name];
  return typeof value === 'string' ? value : undefined;
}

export function idsIn(payload: Payload): string[] {
  return Array.isArray(payload.ids) ? payload.ids.map(String) : [];
}

export function reactionsIn(payload: Payload): Reaction[] {
  return Array.isArray(payload.reactions) ? (payload.reactions as Reaction[]) : [];
}

export function settingsIn(payload: Payload): Partial<Settings> {
  return isRecord(payload.settings) ? payload.settings : {};
}

/** The changed parts of a person's profile. */
export function profileIn(payload: Payload): Partial<Pick<ChatUser, 'displayName' | 'avatarUrl'>> {
  const displayName = textIn(payload, 'displayName');
  const avatarUrl = payload.avatarUrl === null ? null : textIn(payload, 'avatarUrl');
  return {
    ...(displayName === undefined ? {} : { displayName }),
    ...(avatarUrl === undefined ? {} : { avatarUrl }),
  };
}

/** The author of a message that the session of a webinar posted by itself, or that a program sent. */
export type PostedBy = {
  name: string;
  /** A message of the recorded call, one of the timeline, or one of a program from outside. */
  kind: (typeof postedKinds)[number];
};

const postedKinds = ['original', 'organizer', 'outside'] as const;

/** The author of a message that no person of this chat wrote; undefined for all others. */
export function postedBy({ userId, meta }: Pick<Message, 'userId' | 'meta'>): PostedBy | undefined {
  if (userId !== null || !isRecord(meta) || typeof meta.author !== 'string') return undefined;
  const kind = postedKinds.find((one) => meta[one] === true);
  return kind && { name: meta.author, kind };
}

/** The person of a message: its author, or the subject of a system message. */
export function personIn(message: Message): string | undefined {
  if (message.userId) return message.userId;
  const data: unknown = message.meta && 'data' in message.meta ? message.meta.data : undefined;
  return isRecord(data) && typeof data.userId === 'string' ? data.userId : undefined;
}
