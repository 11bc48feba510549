import { ticks } from '../../../../platform/clock.ts';
import type { ProtocolFault } from '../../socket.ts';
import type { Connection } from '../connections/connection.ts';
import type { Context } from '../context.ts';
import { handleConnect, refresh } from './connecting.ts';
import { answerRpc, takeSend } from './messages.ts';
import { type CommandFields, closings, type Method, readPosition, refusals } from './protocol.ts';
import { answerHistory, answerPresence, answerPresenceStats, type CommandHandler } from './queries.ts';
import { prepareSubscriptions, type SubscriptionRequest, takeSubscription } from './subscribing.ts';

/** A connection that asks for a forbidden channel triggers at most one standing check per second. */
const standingCheckMs = 1_000;

/** Flag of `subscribe`: refuse the subscription if it cannot be recovered. */
const rejectsUnrecovered = 2;

const isRejecting = ({ flag }: CommandFields): boolean =>
  typeof flag === 'number' && (flag & rejectsUnrecovered) !== 0;

function channelIn({ limits }: Context, { channel }: CommandFields): string | undefined {
  if (typeof channel !== 'string' || channel === '') return undefined;
  return channel.length <= limits.channelNameLength ? channel : undefined;
}

const mayHear = ({ standing }: Connection, name: string): boolean =>
  standing !== undefined && (standing.personal === name || standing.channels.includes(name));

/** A new member may subscribe before `recheck` reaches this node: read their standing again. */
async function checkStandingAgain({ standings }: Context, connection: Connection): Promise<void> {
  if (ticks() - connection.standingCheckedAt < standingCheckMs) return;
  connection.standingCheckedAt = ticks();
  await standings.check(connection.userId);
}

function isFull({ limits }: Context, { subscriptions }: Connection): boolean {
  const own = [...subscriptions.values()].filter(({ isServerSide }) => !isServerSide);
  return own.length >= limits.channels;
}

/** Why this connection may not subscribe to the channel with a command. */
function refusalOf(context: Context, connection: Connection, name: string): ProtocolFault | undefined {
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
  // The server issues no subscription tokens, so none can be valid.
  if (token !== '') return connection.refuse(id, refusals.permissionDenied);
  if (!mayHear(connection, name)) await checkStandingAgain(context, connection);
  const before = refusalOf(context, connection, name);
  if (before) return connection.refuse(id, before);
  const channel = context.channels.open(name, { isNumbered: name !== connection.standing?.personal });
  const request: SubscriptionRequest = fields.recover === true ? { channel, position } : { channel };
  await prepareSubscriptions([request]);
  if (connection.isClosed) return;
  // While the table was read, the right may have been withdrawn, or the server may have subscribed the client.
  const refusal = channel.isEnded ? refusals.unknownChannel : refusalOf(context, connection, name);
  if (refusal) return connection.refuse(id, refusal);
  const { result, isRecovered } = takeSubscription(request);
  if (request.position && !isRecovered && isRejecting(fields)) {
    return connection.refuse(id, refusals.unrecoverable);
  }
  connection.reply('subscribe', id, result);
  connection.listen({ channel, isServerSide: false }, { wantsJoinLeave: fields.join_leave === true });
};

/** Answers in every case: a client whose unsubscribe fails closes its connection. */
const unsubscribe: CommandHandler = (context, connection, { id, fields }) => {
  const subscription = connection.subscriptions.get(channelIn(context, fields) ?? '');
  if (subscription) connection.leave(subscription.channel);
  connection.reply('unsubscribe', id, '{}');
};

/** Queries about a channel: only for those who may hear it, and only for numbered channels. */
const aboutChannel =
  (answer: CommandHandler): CommandHandler =>
  async (context, connection, command) => {
    const { id, fields } = command;
    const name = channelIn(context, fields);
    if (name === undefined) return connection.refuse(id, refusals.badRequest);
    if (!mayHear(connection, name)) await checkStandingAgain(context, connection);
    if (!mayHear(connection, name)) return connection.refuse(id, refusals.permissionDenied);
    if (connection.standing?.personal === name) return connection.refuse(id, refusals.notAvailable);
    await answer(context, connection, command);
  };

const refuseWith =
  (refusal: ProtocolFault): CommandHandler =>
  (_context, connection, { id }) =>
    connection.refuse(id, refusal);

const answers: Record<Method, CommandHandler> = {
  connect: handleConnect,
  refresh,
  subscribe,
  unsubscribe,
  history: aboutChannel(answerHistory),
  presence: aboutChannel(answerPresence),
  presence_stats: aboutChannel(answerPresenceStats),
  // Clients send messages to the program, which publishes: nothing goes from client to client unchecked.
  publish: refuseWith(refusals.permissionDenied),
  rpc: answerRpc,
  send: takeSend,
  sub_refresh: refuseWith(refusals.notAvailable),
  ping: (_context, connection, { id }) => connection.reply('ping', id, '{}'),
};

/** Budget cost of commands that read a lot or cause events for others; the others cost next to nothing. */
const costs: Partial<Record<Method, number>> = {
  subscribe: 1,
  refresh: 1,
  presence_stats: 5,
  presence: 10,
  history: 10,
};

export const handleCommand: CommandHandler = (context, connection, command) => {
  const isFirst = connection.state === 'new';
  // After connect was refused, the rest of that frame is ignored.
  if (connection.state === 'refused') return;
  if (isFirst !== (command.method === 'connect')) return connection.close(closings.badRequest);
  if (!connection.spend(costs[command.method] ?? 0)) {
    return connection.refuse(command.id, refusals.tooManyRequests);
  }
  const answering = answers[command.method](context, connection, command);
  // An unreadable table does not cost the client its connection: it is told to try again.
  if (answering)
    return answering.catch((error: unknown) => {
      context.log.warn({ err: error }, "could not answer a client's command; the client retries");
      connection.refuse(command.id, refusals.internal);
    });
};
