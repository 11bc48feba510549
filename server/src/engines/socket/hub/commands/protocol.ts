import { type Fields, isFields } from '../../../../platform/http/input/declared.ts';
import { parsedJson } from '../../../service-response.ts';
import type { ProtocolFault } from '../../socket.ts';

/** Close codes: the client reconnects after 3000 to 3499 and gives up from 3500 on. */
export const closings = {
  shutdown: { code: 3001, reason: 'shutdown' },
  serverError: { code: 3004, reason: 'server error' },
  expired: { code: 3005, reason: 'expired' },
  slow: { code: 3008, reason: 'slow' },
  insufficientState: { code: 3010, reason: 'insufficient state' },
  noPong: { code: 3012, reason: 'no pong' },
  invalidToken: { code: 3500, reason: 'invalid token' },
  badRequest: { code: 3501, reason: 'bad request' },
  stale: { code: 3502, reason: 'stale' },
  inappropriateProtocol: { code: 3506, reason: 'inappropriate protocol' },
  permissionDenied: { code: 3507, reason: 'permission denied' },
} as const;
export type Closing = (typeof closings)[keyof typeof closings];

export const refusals = {
  internal: { code: 100, message: 'internal server error', temporary: true },
  unknownChannel: { code: 102, message: 'unknown channel' },
  permissionDenied: { code: 103, message: 'permission denied' },
  alreadySubscribed: { code: 105, message: 'already subscribed' },
  limitExceeded: { code: 106, message: 'limit exceeded' },
  badRequest: { code: 107, message: 'bad request' },
  notAvailable: { code: 108, message: 'not available' },
  tokenExpired: { code: 109, message: 'token expired' },
  tooManyRequests: { code: 111, message: 'too many requests', temporary: true },
  unrecoverable: { code: 112, message: 'unrecoverable position' },
} as const satisfies Record<string, ProtocolFault>;

/** An unsubscribe below 2500 is final; from 2500 on the client subscribes again. */
export const unsubscribed = {
  byServer: '{"code":2000,"reason":"server unsubscribe"}',
  insufficientState: '{"code":2500,"reason":"insufficient state"}',
};

/** In order of precedence: of several methods in one command the first is taken. */
const methods = [
  'connect',
  'subscribe',
  'unsubscribe',
  'publish',
  'presence',
  'presence_stats',
  'history',
  'rpc',
  'send',
  'refresh',
  'sub_refresh',
  'ping',
] as const;
export type Method = (typeof methods)[number];
export type CommandFields = Fields;

export interface SocketCommand {
  id: number;
  method: Method;
  fields: CommandFields;
  /** The length of its text. */
  size: number;
}

/** The largest uint32, the protocol's type for ids. */
const lastId = 4_294_967_295;

/** @returns undefined if the line is no command, `pong` for the answer to a ping */
export function readCommand(line: string): SocketCommand | 'pong' | undefined {
  const value = parsedJson(line);
  if (!isFields(value)) return undefined;
  const method = methods.find((name) => Object.hasOwn(value, name));
  if (method === undefined) return Object.keys(value).length === 0 ? 'pong' : undefined;
  const { id, [method]: fields } = value;
  if (!isFields(fields)) return undefined;
  const size = line.length;
  if (method === 'send') return { id: 0, method, fields, size };
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > lastId) return undefined;
  return { id, method, fields, size };
}

/** A client's position in a channel's stream: without an offset it is 0, without an epoch any epoch matches. */
export interface StreamPosition {
  offset: number;
  epoch: string;
}

/** @returns undefined if the fields are no position */
export function readPosition({ offset = 0, epoch = '' }: CommandFields): StreamPosition | undefined {
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0) return undefined;
  return typeof epoch === 'string' ? { offset, epoch } : undefined;
}
