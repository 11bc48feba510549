import { after, now, seconds } from '../../platform/clock.ts';
import { containsLink } from '../../platform/contains-link.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal, refuse, refuseField } from '../../platform/errors.ts';
import type { ChannelAccess } from '../access.ts';
import type { SeenChannel } from '../channels/channel.ts';
import type { ChatParts } from '../parts.ts';
import { readWritingState, type WritingState } from './store.ts';

const longest = 4000;

/** Trims and validates the text of a message. @returns the text to store */
export function cleanText(text: string, path = 'text'): string {
  const words = text.trim();
  if (words === '') refuseField(path, 'must have at least 1 character');
  if ([...words].length > longest) refuseField(path, `must have at most ${longest} characters`);
  return words;
}

/** Checks that this person may write in the channel. Its settings do not bind moderators, unless nobody may write. */
export function checkMayWrite(channel: SeenChannel): void {
  if (channel.isOff) refuse('chat_off');
  if (channel.isModerator) return;
  if (channel.mutedUntil && channel.mutedUntil > now()) refuse('muted');
  if (!channel.isChatAllowed) refuse('chat_off');
}

export function checkText(channel: SeenChannel, text: string): void {
  checkMayWrite(channel);
  if (!channel.linksAllowed && !channel.isModerator && containsLink(text)) refuse('links_not_allowed');
}

const paceSeconds = 5;
const moderatorsPace = 5;

const wait = (until: Date): number => Math.max(1, Math.ceil((until.getTime() - now().getTime()) / 1000));

/** Limits the pace of writing (chat.md). Counts in the table, so that the limit holds over all nodes. */
function checkPace(
  { recent, lastHere, slowModeSeconds }: WritingState,
  isModerator: boolean,
  pace: number,
): void {
  const allowed = isModerator ? Math.max(moderatorsPace, pace) : pace;
  const turn = recent.at(-allowed);
  if (pace > 0 && turn) {
    throw new Refusal('rate_limited', { retryAfter: wait(after(seconds(paceSeconds), turn)) });
  }
  if (slowModeSeconds > 0 && lastHere && !isModerator) {
    const next = after(seconds(slowModeSeconds), lastHere);
    if (next > now()) throw new Refusal('slow_mode', { retryAfter: wait(next) });
  }
}

/**
 * Checks again with the channel locked that this person may write: they may have been muted, or the chat switched
 * off, while the message was under way.
 */
export async function checkMayWriteNow(
  { messagesPer5Seconds }: Pick<ChatParts, 'messagesPer5Seconds'>,
  trx: Db,
  { user, channel }: ChannelAccess,
): Promise<void> {
  const milliseconds = seconds(paceSeconds);
  const moment = await readWritingState(trx, { userId: user.id, channelId: channel.id, milliseconds });
  if (!moment?.isJoined) return refuse('not_joined');
  const { mutedUntil, isChatAllowed, isOff } = moment;
  checkMayWrite({
    ...{ ...channel, mutedUntil },
    isChatAllowed: isChatAllowed ?? channel.isChatAllowed,
    isOff: isOff ?? channel.isOff,
  });
  checkPace(moment, channel.isModerator, messagesPer5Seconds);
}
