import { dateFormat, timeOfDay } from '../../../i18n/formats.ts';
import type { Language } from '../../../i18n/languages.ts';
import { textsIn } from '../../../i18n/texts.ts';
import { plainName } from '../../../kit/plain-name.ts';
import type { Message } from '../../../models/chat/types.ts';
import { wholeCharacters } from '../messages/long-text.ts';
import { rowLookOf, systemText } from '../messages/rows.ts';
import { callLine } from '../messages/times.ts';

type SavedChat = {
  /** The first line: the room, and in a private conversation the other person. */
  title: string;
  messages: readonly Message[];
  /** When the calls of the room started, in ms, in their order. */
  callStarts: readonly number[];
};

type Reader = {
  language: Language;
  now: Date;
  /** The name of a message's author, or of the person that a system message is about. */
  nameOf: (message: Message) => string;
};

/** How much of a message is quoted above a reply to it, in characters. */
const quoted = 80;
const indent = '    ';

/**
 * The messages as a text file in the reader's language and time zone. The lines of a message are indented, so that none
 * of them looks like another message.
 */
export function chatFile({ title, messages, callStarts }: SavedChat, reader: Reader): string {
  const { language, now } = reader;
  const byId = new Map(messages.map((message) => [message.id, message]));
  const blocks = messages.flatMap((message, index) => {
    const { beginsDay, beginsCall } = rowLookOf(messages[index - 1], message, { callStarts });
    const words = textsIn(language, 'chat');
    const head = beginsDay ? [dayOf(message, language)] : [];
    if (beginsCall !== undefined) head.push(callLine(beginsCall, { language, words, current: undefined }));
    return [...head, blockOf(message, { ...reader, byId })];
  });
  const savedAt = dateFormat(language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZoneName: 'short',
  }).format(now);
  const heading = `${title}\n${textsIn(language, 'chatTools').savedAt(savedAt)}`;
  return `${[heading, ...blocks].filter(Boolean).join('\n\n')}\n`;
}

const dayOf = ({ createdAt }: Message, language: Language): string =>
  dateFormat(language, { dateStyle: 'full' }).format(new Date(createdAt));

type Surroundings = Reader & { byId: ReadonlyMap<string, Message> };

/** One message; empty for a system message without words. */
function blockOf(message: Message, { byId, language, nameOf }: Surroundings): string {
  const words = textsIn(language, 'chat');
  const tools = textsIn(language, 'chatTools');
  const time = timeOfDay(new Date(message.createdAt), language);
  const name = nameOf(message);
  if (message.type === 'system') {
    const text = systemText(message, words.joined(name));
    return text && `${time} ${text}`;
  }
  const replied = message.replyTo ? byId.get(message.replyTo) : undefined;
  const reply = replied && tools.savedReply({ name, author: nameOf(replied), text: quoteOf(replied) });
  const head = reply ?? (message.replyTo ? tools.savedReplyToMissing(name) : name);
  const text = message.editedAt === undefined ? message.text : `${message.text} (${words.edited})`;
  return `${time} ${head}\n${text.replace(/^/gm, indent)}`;
}

function quoteOf({ text }: Message): string {
  const line = plainName(text);
  return line.length > quoted ? `${wholeCharacters(line, quoted).trimEnd()}…` : line;
}
