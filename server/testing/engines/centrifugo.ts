import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOf } from '../answers/documents.ts';
import { freePorts } from '../processes/ports.ts';
import { type OwnProgram, ownProgram } from '../processes/processes.ts';
import { foundProgram } from './redis.ts';

/** A real Centrifugo of the test's own; it keeps its data in memory. */
export interface CentrifugoServer extends OwnProgram {
  url: string;
  apiKey: string;
  tokenSecret: string;
  remove(): Promise<void>;
}

/** Undefined if this machine has none: the socket's contract test then leaves it out (docs/decisions/0006). */
export const centrifugoProgram = (): string | undefined =>
  foundProgram('LECTERN_TEST_CENTRIFUGO', 'centrifugo');

const apiKey = 'the key of the api';
const tokenSecret = 'the secret of the tokens of the tests';

/** The configuration that docs/operators/nodes.md gives the operator. */
const [configured] = blocksOf('docs/operators/nodes.md').filter(({ language }) => language === 'json');
const configuration = {
  ...JSON.parse(configured?.code ?? ''),
  api_key: apiKey,
  token_hmac_secret_key: tokenSecret,
  allowed_origins: ['*'],
  health: true,
  // A test that has a server behind the proxy states its address.
  proxy_rpc_endpoint: undefined,
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
