import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLectern } from '../../../server/testing/lectern.ts';
import { patient } from '../../../server/testing/patience.ts';
import { freePorts } from '../../../server/testing/processes/ports.ts';
import { makeCertificate } from '../../../server/testing/proxies/proxy.ts';
import config, { allowDevices, browserArguments } from '../playwright.config.ts';
import { expect, test } from '../testing/school.ts';

const domain = 'turn.example.org';
/** The relay refuses peers on the loopback. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

test.use({
  launchOptions: {
    ...config.use?.launchOptions,
    args: [
      ...browserArguments,
      allowDevices,
      `--host-resolver-rules=MAP ${domain} ${address}`,
      '--ignore-certificate-errors',
    ],
  },
});

/** Passes port 443 on, as the proxy in front does: LiveKit always names this port to browsers. */
async function forwardHttpsPort(host: string, port: number): Promise<Server | undefined> {
  const server = createServer((client) => {
    const upstream = connect(port, host);
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(443, host);
  const opened = await Promise.race([once(server, 'listening'), once(server, 'error')]);
  return opened.length === 0 ? server : undefined;
}

test('the relay passes sound and picture over TLS', async ({ page }, info) => {
  const tlsPort = (await freePorts()).media;
  const forwarder = address ? await forwardHttpsPort(address, tlsPort) : undefined;
  info.skip(!address || !forwarder, 'not to be had here: port 443 of an address beyond the loopback');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-relay-'));
  const { certificate, key } = makeCertificate(folder, domain);
  const lectern = await startLectern(
    {
      LECTERN_MEDIA_ADDRESS: address ?? '',
      LECTERN_TURN_DOMAIN: domain,
      LECTERN_TURN_TLS_PORT: String(tlsPort),
      LECTERN_TURN_CERT_FILE: certificate,
      LECTERN_TURN_KEY_FILE: key,
    },
    { engines: 'own' },
  );
  try {
    await page.goto(`${lectern.url}/diagnostics`);
    await page.getByRole('button', { name: 'Start the test' }).click();
    const relay = page.locator('[data-check="turn"]');
    await expect(relay).toHaveAttribute('data-status', /passed|failed|skipped/, { timeout: patient(50_000) });
    await expect(relay).toContainText('relay tls → host udp');
    await expect(relay).toHaveAttribute('data-status', 'passed');
  } finally {
    await lectern.remove();
    forwarder?.close();
    rmSync(folder, { recursive: true });
  }
});
