// A chat client for Lectern, written from chat.md alone, with the stock socket client.
// npm install centrifuge ws
// TOKEN=<a chat user's token> node chat-client.mjs <address of Lectern> <channel id>
// Prints what happens in the channel, in order; every line of its input is sent as a message.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Centrifuge, UnauthorizedError } from 'centrifuge';
import { WebSocket } from 'ws';

const [base = 'http://localhost:8080', channelId = ''] = process.argv.slice(2);
const token = process.env.TOKEN ?? '';

/** One request; an answer of 400 and above throws with its `code` and what `Retry-After` says. */
async function ask(method, path, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${base}/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
  const answer = response.status === 204 ? undefined : await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  throw Object.assign(new Error(answer.message ?? `HTTP ${status}`), {
    status,
    code: answer.code,
    retryAfter,
  });
}

/** Asks again while the server or the way to it is away, or says that it was too soon. */
async function insist(method, path, body) {
  for (let wait = 200; ; wait = Math.min(wait * 2, 5000)) {
    try {
      return await ask(method, path, body);
    } catch (error) {
      const { status = 503, retryAfter = 0 } = error;
      if (status < 500 && status !== 429) throw error;
      await pause(Math.max(wait, retryAfter * 1000));
    }
  }
}

// Our copy of the channel: the number of the last change that we applied, and the messages after it.
let seq;
const messages = new Map();

// The changes that the socket sends before we have read the state, or while we read the changes that it left out.
const waiting = [];
let reading;

function change({ event, payload }) {
  const { message } = payload;
  if (event === 'message' || event === 'system:message' || event === 'message-edited') {
    // A message that was deleted since stands in the past with `deleted` and no words.
    if (!message.deleted) messages.set(message.id, message);
  } else if (event === 'delete-messages') {
    for (const id of payload.ids) messages.delete(id);
  } else if (event === 'clean-channel-messages') {
    messages.clear();
  }
  // An event that this client does not know changes nothing but the number.
  console.log(`${seq} ${event} ${message ? message.text : ''}`.trim());
}

function apply(next) {
  if (next.seq <= seq) return;
  if (next.seq > seq + 1) {
    waiting.push(next);
    return catchUp();
  }
  seq = next.seq;
  change(next);
}

function applyWaiting() {
  for (const next of waiting.splice(0).sort((a, b) => a.seq - b.seq)) apply(next);
}

/** Reads by HTTP what the socket could not give us. */
function catchUp() {
  reading ??= readOn()
    .catch(fail)
    .finally(() => {
      reading = undefined;
      applyWaiting();
    });
}

async function readOn() {
  let page;
  do {
    page = await insist('GET', `/channels/${channelId}/messages?since=${seq}`);
    for (const next of page) apply(next);
  } while (page.length === 1000);
}

const socketUrl = `${base.replace(/^http/, 'ws')}/connection/websocket`;
const socket = new Centrifuge(socketUrl, { websocket: WebSocket, getToken });

/** Asked at the first connection and whenever the token runs out. */
async function getToken() {
  try {
    return (await ask('GET', '/centrifuge-token')).token;
  } catch (error) {
    // The person was removed from the call, or the chat user's token has expired: another request would not help.
    if (error.status === 401 || error.status === 403) throw new UnauthorizedError(error.message);
    throw error;
  }
}

/** An exception in a handler would end the connection for good. */
const safely = (handler) => (context) => {
  try {
    handler(context);
  } catch (error) {
    console.error(error);
  }
};

function fail(error) {
  console.error(`gave up: ${error.message}`);
  process.exit(1);
}

socket.on(
  'publication',
  safely(({ channel, data }) => {
    // Other channels: news for this person alone come on `user:<id>`, without a number.
    if (channel !== `chat:${channelId}`) console.log(`news ${data.event}`);
    // Without a number: what nobody needs later, such as reactions that fly across the stage.
    else if (data.seq === undefined) console.log(`now ${data.event}`);
    else if (seq === undefined || reading) waiting.push(data);
    else apply(data);
  }),
);
socket.on(
  'subscribed',
  safely(({ channel, recovered }) => {
    if (channel === `chat:${channelId}` && seq !== undefined && !recovered) catchUp();
  }),
);
// Put out, or the channel is no more.
socket.on('unsubscribed', ({ channel }) => console.log(`no longer in ${channel}`));
socket.on('connecting', ({ reason }) => console.log(`connecting: ${reason}`));
socket.on('connected', () => console.log('connected'));
socket.on('disconnected', ({ code, reason }) => fail(new Error(`disconnected ${code}: ${reason}`)));
socket.on('error', () => undefined);
socket.connect();

// The state, and then what came between it and the moment from which the socket listens.
const channel = await insist('POST', '/channels/join', { id: channelId }).catch(fail);
for (const message of channel.messages) {
  messages.set(message.id, message);
  console.log(`before: ${message.text}`);
}
seq = channel.seq;
console.log(`the state is known up to ${seq}`);
catchUp();

createInterface({ input: process.stdin }).on('line', async (text) => {
  if (!text.trim()) return;
  // The same id at every attempt: an answer that was lost does not become a second message.
  const body = { channelId, text, clientMessageId: randomUUID() };
  await insist('POST', '/messages/send', body).catch(({ code }) => console.log(`not sent: ${code}`));
});
