import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { freePorts } from '../../testing/processes/ports.ts';
import { holdPort } from './port.ts';

/** Tries to listen on the port. @returns the error of another program; undefined if it can listen */
const refusalAt = (port: number): Promise<string | undefined> =>
  new Promise((done) => {
    const other = createServer();
    other.once('error', (error: NodeJS.ErrnoException) => done(error.code));
    other.listen(port, '127.0.0.1', () => other.close(() => done(undefined)));
  });

const stateAt = async (port: number): Promise<unknown> =>
  (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).status;

test('the app takes over the held port without a moment in which another program could take it', async (t) => {
  const { http: port } = await freePorts();
  const held = await holdPort({ HOST: '127.0.0.1', PORT: port });
  const app = Fastify({ forceCloseConnections: true });
  t.after(() => app.close());
  app.get('/readyz', async () => ({ status: 'ready' }));
  const seen: unknown[] = [];
  // Fastify runs this hook during `listen`, before it listens.
  app.addHook('onReady', async () => {
    seen.push(await stateAt(port), await refusalAt(port));
  });
  await held.handOver(app);
  assert.deepEqual(seen, ['starting', 'EADDRINUSE']);
  assert.equal(await stateAt(port), 'ready');
  await held.free();
  assert.equal(await stateAt(port), 'ready');
  assert.equal(await refusalAt(port), 'EADDRINUSE');
  await app.close();
  assert.equal(await refusalAt(port), undefined);
});

test('a start that fails releases the port', async () => {
  const { http: port } = await freePorts();
  const held = await holdPort({ HOST: '127.0.0.1', PORT: port });
  await held.free();
  assert.equal(await refusalAt(port), undefined);
});
