import type { Payload } from '../live/live.ts';
import { textIn } from './payloads.ts';
import type { Channel } from './types.ts';

/** The calls of a room, for the lines between their messages. The server says which one is running. */
export type Calls = {
  /** When they started, in ms, in their order. */
  starts: readonly number[];
  /** The start of the running one. */
  current: number | undefined;
};

/** The calls at joining. */
export function callsOf({ callsStartedAt = [], isCallRunning = false }: Channel): Calls {
  const starts = callsStartedAt.map((at) => Date.parse(at));
  return { starts, current: isCallRunning ? starts.at(-1) : undefined };
}

/** The calls after the change `call-started`. */
export function withStarted(calls: Calls, payload: Payload): Calls {
  const start = Date.parse(textIn(payload, 'startedAt') ?? '');
  return Number.isNaN(start) ? calls : { starts: [...calls.starts, start], current: start };
}
