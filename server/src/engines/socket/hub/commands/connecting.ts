import { now, ticks } from '../../../../platform/clock.ts';
import { isFields } from '../../../../platform/http/input/declared.ts';
import type { SocketStanding } from '../../socket.ts';
import type { Connection } from '../connections/connection.ts';
import { serverSideChannelsOf, subscriptionRequestsFor } from '../connections/standings.ts';
import type { Context } from '../context.ts';
import {
  type CommandFields,
  closings,
  readPosition,
  refusals,
  type SocketCommand,
  type StreamPosition,
} from './protocol.ts';
import { prepareSubscriptions, type SubscriptionRequest, takeSubscription } from './subscribing.ts';
import type { Bearer, Tokens } from './tokens.ts';

/** Where the client was in its channels before. A position grants no right. */
function positionsIn(fields: CommandFields): Map<string, StreamPosition> {
  const positions = new Map<string, StreamPosition>();
  for (const [channel, wanted] of Object.entries(isFields(fields.subs) ? fields.subs : {})) {
    if (!isFields(wanted) || wanted.recover !== true) continue;
    const position = readPosition(wanted);
    if (position) positions.set(channel, position);
  }
  return positions;
}

/** Answers connect with an error: the client closes, and the rest of its frame is ignored. */
function refuse(connection: Connection, id: number, refusal: (typeof refusals)[keyof typeof refusals]): void {
  connection.state = 'refused';
  connection.refuse(id, refusal);
}

/**
 * Reads what this user may hear and prepares the subscriptions, again if the standing changed meanwhile.
 * @returns null if the user may not connect
 */
async function prepareStanding(
  { channels, standings }: Context,
  connection: Connection,
  positions: Map<string, StreamPosition>,
): Promise<{ standing: SocketStanding; requests: SubscriptionRequest[] } | null> {
  for (;;) {
    connection.isStandingOutdated = false;
    const standing = await standings.read(connection.userId);
    if (!standing) return null;
    const requests = subscriptionRequestsFor(channels, standing, serverSideChannelsOf(connection, standing));
    for (const request of requests) request.position = positions.get(request.channel.name);
    await prepareSubscriptions(requests);
    if (!connection.isStandingOutdated || connection.isClosed) return { standing, requests };
  }
}

/** Sets the connection's expiry to the token's. Returns `expires` and `ttl` of a reply. */
function holdTo(connection: Connection, { expiresAt }: Bearer): string {
  const left = expiresAt - now().getTime();
  connection.expiresAt = ticks() + left;
  return `"expires":true,"ttl":${Math.max(1, Math.floor(left / 1000))}`;
}

function open(context: Context, connection: Connection, { id, bearer, requests }: Opening): void {
  connection.state = 'open';
  connection.startPings(ticks());
  const heard = requests.filter(({ channel }) => !channel.isEnded);
  const results = heard.map(
    (request) => `${JSON.stringify(request.channel.name)}:${takeSubscription(request).result}`,
  );
  const who = `"client":${JSON.stringify(connection.id)}`;
  const subs = `"subs":{${results.join(',')}}`;
  const expiry = holdTo(connection, bearer);
  connection.reply(
    'connect',
    id,
    `{${who},${expiry},${subs},"ping":${context.limits.pingMs / 1000},"pong":true}`,
  );
  for (const { channel } of heard) {
    connection.listen({ channel, isServerSide: true }, { wantsJoinLeave: false });
  }
}

interface Opening {
  id: number;
  bearer: Bearer;
  requests: SubscriptionRequest[];
}

const readBearer = ({ tokens }: Context, { token }: CommandFields): ReturnType<Tokens['read']> =>
  typeof token === 'string' ? tokens.read(token) : 'invalid';

export async function handleConnect(context: Context, connection: Connection, { id, fields }: SocketCommand) {
  connection.state = 'connecting';
  const bearer = readBearer(context, fields);
  if (bearer === 'invalid') return connection.close(closings.invalidToken);
  if (bearer === 'expired') return refuse(connection, id, refusals.tokenExpired);
  connection.userId = bearer.userId;
  connection.subscribesItself = isFields(fields.data) && fields.data.subscribe === 'client';
  context.standings.add(connection);
  let prepared: Awaited<ReturnType<typeof prepareStanding>>;
  try {
    prepared = await prepareStanding(context, connection, positionsIn(fields));
  } catch (error) {
    if (connection.isClosed) return;
    context.log.warn({ err: error }, 'could not connect a client; the client retries');
    return refuse(connection, id, refusals.internal);
  }
  if (connection.isClosed) return;
  if (prepared === null) return connection.close(closings.permissionDenied);
  connection.standing = prepared.standing;
  open(context, connection, { id, bearer, requests: prepared.requests });
}

/** Extends the connection by a new token of the same user. */
export async function refresh(context: Context, connection: Connection, { id, fields }: SocketCommand) {
  const bearer = readBearer(context, fields);
  // Never 109 here: the client would take it as final.
  if (bearer === 'expired') return connection.close(closings.expired);
  if (bearer === 'invalid' || bearer.userId !== connection.userId) {
    return connection.close(closings.invalidToken);
  }
  try {
    await context.standings.check(connection.userId);
  } catch (error) {
    context.log.warn({ err: error }, 'could not refresh a connection; the client retries');
    return connection.refuse(id, refusals.internal);
  }
  if (connection.isClosed) return;
  const who = `"client":${JSON.stringify(connection.id)}`;
  connection.reply('refresh', id, `{${who},${holdTo(connection, bearer)}}`);
}
