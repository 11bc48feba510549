import { ticks } from '../../../../platform/clock.ts';
import type { Connection } from '../connections/connection.ts';
import type { Context } from '../context.ts';
import { connect, refresh } from './connecting.ts';
import {
  type Command,
  closings,
  type Fields,
  type Method,
  type ProtocolRefusal,
  readPosition,
  refusals,
} from './protocol.ts';
import { answerHistory, answerPresence, answerPresenceStats } from './queries.ts';
import { prepareSubscriptions, type SubscriptionRequest, takeSubscription } from './subscribing.ts';

export type CommandHandler = (
  context: Context,
  connection: Connection,
  command: Command,
) => void | Promise<void>;

/** How often a channel that is not allowed makes us look at the table again. */
const lookAgainMs = 1_000;

/** The client can do nothing with a subscription that was not recovered. */
const rejectsUnrecovered = 2;

const isRejecting = ({ flag }: Fields): boolean =>
  typeof flag === 'number' && (flag & rejectsUnrecovered) !== 0;

function channelIn({ limits }: Context, { channel }: Fields): string | undefined {
  if (typeof channel !== 'string' || channel === '') return undefined;
  return channel.length <= limits.channelNameLength ? channel : undefined;
}

const mayHear = ({ standing }: Connection, name: string): boolean =>
  standing !== undefined && (standing.personal === name || standing.channels.includes(name));

/** Somebody who has just joined may be here before the news of it. */
async function lookAgain({ standings }: Context, connection: Connection): Promise<void> {
  if (ticks() - connection.lookedAgainAt < lookAgainMs) return;
  connection.lookedAgainAt = ticks();
  await standings.check(connection.userId);
}

function isFull({ limits }: Context, { subscriptions }: Connection): boolean {
  const own = [...subscriptions.values()].filter(({ isServerSide }) => !isServerSide);
  return own.length >= limits.channels;
}

/** Why this connection may not subscribe to the channel by itself. */
function refusalOf(context: Context, connection: Connection, name: string): ProtocolRefusal | undefined {
  if (connection.subscriptions.has(name)) return refusals.alreadySubscribed;
  if (!mayHear(connection, name)) return refusals.permissionDenied;
  return isFull(context, connection) ? refusals.limitExceeded : undefined;
}

const subscribe: CommandHandler = async (context, connection, { id, fields }) => {
  const name = channelIn(context, fields);
  const position = fields.recover === true ? readPosition(fields) : { offset: 0, epoch: '' };
  const { token = '' } = fields;
  if (name === undefined || !position || typeof token !== 'string') {
    return connection.refuse(id, refusals.badRequest);
  }
  // The server issues no subscription tokens, so that none can be valid.
  if (token !== '') return connection.refuse(id, refusals.permissionDenied);
  if (!mayHear(connection, name)) await lookAgain(context, connection);
  const before = refusalOf(context, connection, name);
  if (before) return connection.refuse(id, before);
  const channel = context.channels.open(name, { isNumbered: name !== connection.standing?.personal });
  const wish: SubscriptionRequest = fields.recover === true ? { channel, position } : { channel };
  await prepareSubscriptions([wish]);
  if (connection.isClosed) return;
  // It may have been taken away, or given by the server, while the table was read.
  const refusal = channel.isEnded ? refusals.unknownChannel : refusalOf(context, connection, name);
  if (refusal) return connection.refuse(id, refusal);
  const { result, isRecovered } = takeSubscription(wish);
  if (wish.position && !isRecovered && isRejecting(fields)) {
    return connection.refuse(id, refusals.unrecoverable);
  }
  connection.reply('subscribe', id, result);
  connection.listen({ channel, isServerSide: false }, { isCurious: fields.join_leave === true });
};

/** Always answered: a client that is refused here drops its whole connection. */
const unsubscribe: CommandHandler = (context, connection, { id, fields }) => {
  const subscription = connection.subscriptions.get(channelIn(context, fields) ?? '');
  if (subscription) connection.leave(subscription.channel);
  connection.reply('unsubscribe', id, '{}');
};

/** Questions about a channel: for those who joined it, and about numbered ones only. */
const aboutChannel =
  (answer: CommandHandler): CommandHandler =>
  async (context, connection, command) => {
    const { id, fields } = command;
    const name = channelIn(context, fields);
    if (name === undefined) return connection.refuse(id, refusals.badRequest);
    if (!mayHear(connection, name)) await lookAgain(context, connection);
    if (!mayHear(connection, name)) return connection.refuse(id, refusals.permissionDenied);
    if (connection.standing?.personal === name) return connection.refuse(id, refusals.notAvailable);
    await answer(context, connection, command);
  };

const refuseWith =
  (refusal: ProtocolRefusal): CommandHandler =>
  (_context, connection, { id }) =>
    connection.refuse(id, refusal);

const answers: Record<Method, CommandHandler> = {
  connect,
  refresh,
  subscribe,
  unsubscribe,
  history: aboutChannel(answerHistory),
  presence: aboutChannel(answerPresence),
  presence_stats: aboutChannel(answerPresenceStats),
  // Clients write by HTTP: what the table does not know cannot be published here.
  publish: refuseWith(refusals.permissionDenied),
  // No method has a handler.
  rpc: refuseWith(refusals.notAvailable),
  // Nobody waits for an answer to it.
  send: () => undefined,
  sub_refresh: refuseWith(refusals.notAvailable),
  ping: (_context, connection, { id }) => connection.reply('ping', id, '{}'),
};

/** A table that cannot be read is no reason to lose a client: it is told to try again. */
async function orTryAgain(
  context: Context,
  connection: Connection,
  { id, answering }: Answering,
): Promise<void> {
  try {
    await answering;
  } catch (error) {
    context.log.warn({ err: error }, 'a command of a client could not be answered; it tries again');
    connection.refuse(id, refusals.internal);
  }
}

interface Answering {
  id: number;
  answering: Promise<void>;
}

/** What commands cost that read much, or make others be told; the rest costs next to nothing. */
const costs: Partial<Record<Method, number>> = {
  subscribe: 1,
  refresh: 1,
  presence_stats: 5,
  presence: 10,
  history: 10,
};

export const handleCommand: CommandHandler = (context, connection, command) => {
  const isFirst = connection.state === 'new';
  // After an error in answer to connect the rest of that frame is not looked at.
  if (connection.state === 'refused') return;
  if (isFirst !== (command.method === 'connect')) return connection.close(closings.badRequest);
  if (!connection.spend(costs[command.method] ?? 0)) {
    return connection.refuse(command.id, refusals.tooManyRequests);
  }
  const answering = answers[command.method](context, connection, command);
  if (answering) return orTryAgain(context, connection, { id: command.id, answering });
};
