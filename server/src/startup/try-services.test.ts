import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { healthOf } from '../../testing/processes/health.ts';
import { freePorts } from '../../testing/processes/ports.ts';
import { FakeProvider } from '../../testing/provider/fake-provider.ts';
import { waitUntil } from '../../testing/wait.ts';

let provider: FakeProvider;
let lectern: InProcess;
before(async () => {
  provider = await FakeProvider.start();
  const { http: closed } = await freePorts();
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', LECTERN_MAIL_FROM: 'lectern@example.org' };
  lectern = await startInProcess({
    ...provider.settings,
    ...mail,
    LECTERN_OIDC_ISSUER: `http://127.0.0.1:${closed}`,
  });
});
after(async () => {
  await lectern?.remove();
  await provider?.close();
});

const logged = (line: RegExp) =>
  waitUntil(() => line.test(lectern.output()), {
    timeout: 20_000,
    message: () => `${line} in the log:\n${lectern.output()}`,
  });

test('a mail server and a provider that are away are in the log after a start, with the cause in words', async () => {
  await logged(
    /"reason":"the mail server of SMTP_URL: the connection is refused[^"]*","msg":"dependency is down: mail"/,
  );
  await logged(
    /"reason":"metadata: the connection is refused, [^"]*","msg":"the sign-in provider does not respond/,
  );
  const health = await healthOf(lectern.url);
  assert.equal(health?.dependencies?.mail, 'down');
  assert.match(
    await (await fetch(`${lectern.url}/metrics`)).text(),
    /^lectern_dependency_up\{dependency="mail"\} 0$/m,
  );
});

test('a provider that has another name than the setting is described', async () => {
  await lectern.stop();
  provider.answers.set('metadata', (_request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ ...provider.metadata, issuer: 'https://id.example.org/realms/school' })),
  );
  await lectern.start({ LECTERN_OIDC_ISSUER: provider.issuer });
  await logged(
    /names itself \\"https:\/\/id\.example\.org\/realms\/school\\": write that into LECTERN_OIDC_ISSUER/,
  );
  await lectern.stop();
  provider.answers.set('metadata', (_request, response) => response.writeHead(404).end());
  await lectern.start({ LECTERN_OIDC_ISSUER: provider.issuer });
  await logged(/metadata: the status is 404: check LECTERN_OIDC_ISSUER/);
});
