import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.ts';
import { type OwnProgram, ownProgram } from './processes.ts';
import { foundProgram } from './redis.ts';

/** A real Centrifugo of the test's own; what it remembers is gone with its process. */
export interface CentrifugoServer extends OwnProgram {
  url: string;
  apiKey: string;
  tokenSecret: string;
  remove(): Promise<void>;
}

/** Undefined where none is to be had: then its part of the contract is not there (docs/decisions/0006). */
export const centrifugoProgram = (): string | undefined =>
  foundProgram('LECTERN_TEST_CENTRIFUGO', 'centrifugo');

const apiKey = 'the key of the api';
const tokenSecret = 'the secret of the tokens of the tests';

/** As docs/operators/nodes.md tells the operator. */
const configuration = {
  api_key: apiKey,
  token_hmac_secret_key: tokenSecret,
  allowed_origins: ['*'],
  client_channel_limit: 1024,
  health: true,
  namespaces: [
    {
      name: 'chat',
      history_size: 1000,
      history_ttl: '600s',
      history_meta_ttl: '720h',
      force_recovery: true,
      presence: true,
      join_leave: true,
      force_push_join_leave: true,
      allow_presence_for_subscriber: true,
      allow_history_for_subscriber: true,
    },
    { name: 'user', presence: true },
  ],
};

export async function startCentrifugo(changes: object = {}): Promise<CentrifugoServer> {
  const program = centrifugoProgram();
  if (!program) throw new Error('there is no Centrifugo on this machine: `npm test` gets one');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-centrifugo-'));
  const { http: port } = await freePorts();
  const url = `http://127.0.0.1:${port}`;
  const file = join(folder, 'config.json');
  writeFileSync(
    file,
    JSON.stringify({ ...configuration, ...changes, address: '127.0.0.1', port: String(port) }),
  );
  const centrifugo = ownProgram({
    run: () => spawn(program, ['--config', file], { stdio: 'ignore' }),
    answers: async () => (await fetch(`${url}/health`)).ok,
    message: 'a Centrifugo to answer',
  });
  await centrifugo.start();
  return {
    url,
    apiKey,
    tokenSecret,
    ...centrifugo,
    remove: async () => {
      await centrifugo.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
