import type { Message } from './types.ts';

/** A message of the person `1`. */
export const messageAt = (seq: number, at: string, more: Partial<Message> = {}): Message => ({
  id: String(seq),
  text: 'x',
  type: 'user',
  userId: '1',
  createdAt: new Date(at).toISOString(),
  meta: null,
  seq,
  ...more,
});
