import { setTimeout as pause } from 'node:timers/promises';
import { type Db, isDatabaseAway } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { describeWork } from '../startup/nodes/draining.ts';
import { nodeIdIn } from '../startup/nodes/node-id.ts';
import {
  isNodeDraining,
  setDraining,
  type UnfinishedWork,
  unfinishedWorkOf,
} from '../startup/nodes/store.ts';
import type { Command, CommandInput, CommandOutput } from './command.ts';
import type { Installation } from './database.ts';
import { startCommands } from './invocation.ts';

const lookEveryMs = 1_000;

interface DrainedNode {
  id: string;
  hasOwnMedia: boolean;
}

/** @returns the work that is left; undefined when the node has ended */
async function lookAt(db: Db, node: DrainedNode): Promise<UnfinishedWork | undefined> {
  try {
    return (await isNodeDraining(db, node.id)) ? await unfinishedWorkOf(db, node) : undefined;
  } catch (error) {
    // An embedded database ends with its server.
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

async function waitUntilEnded(db: Db, node: DrainedNode, given: CommandInput): Promise<void> {
  for (;;) {
    const work = await lookAt(db, node);
    if (!work) return;
    given.onProgress(`left: ${describeWork(work) ?? 'nothing, it is stopping'}`);
    await pause(lookEveryMs);
  }
}

/** Drains the node of this data folder, or cancels that. */
async function drain(installation: Installation, given: CommandInput): Promise<CommandOutput> {
  const { config } = installation;
  const { db } = await installation.open();
  const node = { id: nodeIdIn(config.LECTERN_DATA_DIR), hasOwnMedia: config.LIVEKIT_URL === undefined };
  const isDraining = !given.flags.has('cancel');
  if (!(await setDraining(db, node.id, isDraining)))
    throw new Unstartable(`No server of ${config.LECTERN_DATA_DIR} runs. Start it with ${startCommands}.`);
  if (!isDraining) {
    return { json: { node: node.id, isDraining }, note: 'The server takes new work again.' };
  }
  const left = await unfinishedWorkOf(db, node);
  if (given.flags.has('wait')) {
    await waitUntilEnded(db, node, given);
    return { json: { node: node.id, hasEnded: true }, note: 'The server has ended.' };
  }
  const named = describeWork(left);
  return {
    json: { node: node.id, isDraining, left },
    note: `The server takes no new work and ends ${named ? `after this: ${named}` : 'now'}.`,
  };
}

export const nodeCommands: Record<string, Command> = {
  drain: {
    flags: ['wait', 'cancel'],
    summary:
      'let the server of this data folder finish its recordings, transcripts and videos, take no new ones, and end; with --wait this command ends with it, --cancel takes it back',
    run: drain,
  },
};
