import type { databaseOf } from '../../../server/testing/database.ts';
import type { ChatPerson } from './chat-person.ts';

/** Counts of broken promises, and of events during the run. */
export interface ChatVerdict {
  messages: number;
  changes: number;
  /** Numbers that are missing from the table or occur twice. */
  tableHoles: number;
  /** Messages without exactly one change. */
  neverTold: number;
  /** Changes for messages that do not exist. */
  toldOfNothing: number;
  /** Acknowledged messages that are not in the table exactly once, as acknowledged. */
  lostOrDoubled: number;
  /** Messages that nobody sent. */
  invented: number;
  /** Changes that a person did not get. */
  missed: number;
  /** Changes that a person got with another content than the table's. */
  differing: number;
  socketRepeats: number;
  socketHoles: number;
  misnumbered: number;
  connections: number;
  recovered: number;
  notRecovered: number;
  sinceReadings: number;
  repeatedRequests: number;
  failures: string[];
}

interface Table {
  db: Awaited<ReturnType<typeof databaseOf>>['db'];
  channelId: string;
}

const messagesOf = ({ db, channelId }: Table) =>
  db
    .selectFrom('chat_messages')
    .select(['id', 'seq', 'text', 'client_message_id'])
    .where('channel_id', '=', channelId)
    .execute();

const changesOf = ({ db, channelId }: Table) =>
  db
    .selectFrom('chat_events')
    .select(['seq', 'event', 'payload'])
    .where('channel_id', '=', channelId)
    .orderBy('seq')
    .execute();

type Messages = Awaited<ReturnType<typeof messagesOf>>;
type Changes = Awaited<ReturnType<typeof changesOf>>;

/** Compares the messages with the changes of the table. */
function judgeTable(messages: Messages, changes: Changes) {
  const told = new Map<string, number>();
  for (const { event, payload } of changes) {
    const { id } = (payload as { message?: { id?: string } }).message ?? {};
    if (event === 'message' && id) told.set(id, (told.get(id) ?? 0) + 1);
  }
  const known = new Set(messages.map(({ id }) => id));
  return {
    messages: messages.length,
    changes: changes.length,
    tableHoles: changes.filter(({ seq }, index) => Number(seq) !== index + 1).length,
    neverTold: messages.filter(({ id }) => told.get(id) !== 1).length,
    toldOfNothing: [...told.keys()].filter((id) => !known.has(id)).length,
  };
}

/** Checks that every acknowledged message is there once, and no others. */
function judgeSent(messages: Messages, people: ChatPerson[]) {
  const byClientId = new Map<string, Messages>();
  for (const message of messages) {
    const id = message.client_message_id ?? '';
    byClientId.set(id, [...(byClientId.get(id) ?? []), message]);
  }
  const sent = people.flatMap((person) => person.sent);
  const isKept = ({ clientMessageId, text, answer }: (typeof sent)[number]) => {
    const [row, ...more] = byClientId.get(clientMessageId) ?? [];
    const asAcknowledged = row?.id === answer.id && Number(row.seq) === answer.seq && row.text === text;
    return asAcknowledged && more.length === 0;
  };
  const acknowledged = new Set(sent.map(({ clientMessageId }) => clientMessageId));
  return {
    lostOrDoubled: sent.filter((one) => !isKept(one)).length,
    invented: messages.filter(({ client_message_id: id }) => !acknowledged.has(id ?? '')).length,
  };
}

const sum = (people: ChatPerson[], name: keyof ChatPerson['counts']): number =>
  people.reduce((all, { counts }) => all + counts[name], 0);

/** Compares the applied changes and acknowledgements of each person with the rows of the table. */
export async function judgeChat(table: Table, people: ChatPerson[]): Promise<ChatVerdict> {
  const [messages, changes] = [await messagesOf(table), await changesOf(table)];
  const ledger = people[0]?.ledger;
  const unlike = changes.filter(
    ({ seq, event, payload }) =>
      !ledger?.agrees({ seq: Number(seq), event, payload: payload as Record<string, unknown> }),
  );
  return {
    ...judgeTable(messages, changes),
    ...judgeSent(messages, people),
    // People apply changes in order, so a person at the last number has had them all.
    missed: people.reduce((all, { seq }) => all + Math.abs(changes.length - (seq ?? 0)), 0),
    differing: sum(people, 'differing') + unlike.length,
    socketRepeats: sum(people, 'socketRepeats'),
    socketHoles: sum(people, 'socketHoles'),
    misnumbered: sum(people, 'misnumbered'),
    connections: sum(people, 'connections'),
    recovered: sum(people, 'recovered'),
    notRecovered: sum(people, 'lost'),
    sinceReadings: sum(people, 'sinceReadings'),
    repeatedRequests: sum(people, 'repeats'),
    failures: people.flatMap(({ failure }) => (failure === undefined ? [] : [String(failure)])),
  };
}

/** The counts that must be zero. */
export const brokenInChat = (verdict: ChatVerdict) => ({
  tableHoles: verdict.tableHoles,
  neverTold: verdict.neverTold,
  toldOfNothing: verdict.toldOfNothing,
  lostOrDoubled: verdict.lostOrDoubled,
  invented: verdict.invented,
  missed: verdict.missed,
  differing: verdict.differing,
  socketRepeats: verdict.socketRepeats,
  socketHoles: verdict.socketHoles,
  misnumbered: verdict.misnumbered,
  failures: verdict.failures,
});

export const nothingBrokenInChat: ReturnType<typeof brokenInChat> = {
  tableHoles: 0,
  neverTold: 0,
  toldOfNothing: 0,
  lostOrDoubled: 0,
  invented: 0,
  missed: 0,
  differing: 0,
  socketRepeats: 0,
  socketHoles: 0,
  misnumbered: 0,
  failures: [],
};
