import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WebSocket } from 'ws';
import { freePorts } from '../processes/ports.ts';
import { inherited, spawnLogged, waitForExit } from '../processes/processes.ts';
import { waitUntil } from '../wait.ts';

const samples = resolve(import.meta.dirname, '../../../deploy');

export interface ProxyAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

interface ProxyRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

/** A proxy with TLS in front of a server, and its clients. They come from another address than the proxy does. */
export interface StartedProxy {
  ask(request: ProxyRequest): Promise<ProxyAnswer>;
  port: number;
  /** All that it has logged so far. */
  logs(): string;
  /** Opens a WebSocket; it rejects if the proxy does not pass it on. */
  connect(path: string, protocol?: string): Promise<WebSocket>;
  stop(): Promise<void>;
}

interface Prepared {
  program: string[];
  env: Record<string, string>;
  /** The name in the certificate. */
  host: string;
  /** The certificate of the authority, once it is there. */
  authority: string;
}

/** A relay that shares the proxy's port by its name. */
interface SharedRelay {
  host: string;
  port: number;
  /** The path of nginx's stream module. */
  module: string;
}

interface Place {
  program: string;
  folder: string;
  ports: { http: number; https: number; inner: number; relay: number };
  /** Host and port of the server. */
  upstream: string;
  relay?: SharedRelay | undefined;
}

function prepareCaddy({ program, folder, ports, upstream }: Place): Prepared {
  const config = join(folder, 'Caddyfile');
  const global = [
    ...['admin off', 'local_certs', 'skip_install_trust', 'auto_https disable_redirects'],
    ...[`http_port ${ports.http}`, `https_port ${ports.https}`, 'default_bind 127.0.0.1'],
  ];
  writeFileSync(config, `{\n${global.join('\n')}\n}\nimport ${join(samples, 'caddy/Caddyfile')}\n`);
  return {
    program: [program, 'run', '--config', config, '--adapter', 'caddyfile'],
    env: { HOME: folder, XDG_DATA_HOME: folder, LECTERN_DOMAIN: 'localhost', LECTERN_UPSTREAM: upstream },
    host: 'localhost',
    authority: join(folder, 'caddy/pki/authorities/local/root.crt'),
  };
}

/** A self-signed certificate of a name. */
export function makeCertificate(folder: string, host: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const out = ['-keyout', key, '-out', certificate, '-days', '2', '-nodes'];
  const named = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...out, ...named], { stdio: 'ignore' });
  return { certificate, key };
}

/** Writes a sample of nginx with the places of the test. */
function writeNginxSample(name: string, folder: string, replaced: Record<string, string>): string {
  let sample = readFileSync(join(samples, 'nginx', name), 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    if (!sample.includes(from)) throw new Error(`the sample ${name} has no "${from}"`);
    sample = sample.replaceAll(from, to);
  }
  const file = join(folder, name);
  writeFileSync(file, sample);
  return file;
}

function prepareNginx({ program, folder, ports, upstream, relay }: Place): Prepared {
  const host = 'meet.example.org';
  const { certificate, key } = makeCertificate(folder, host);
  const keyed = (name: string) => ({
    [`/etc/letsencrypt/live/${name}/fullchain.pem`]: certificate,
    [`/etc/letsencrypt/live/${name}/privkey.pem`]: key,
  });
  // Behind the relay's sample, the pages listen as its comment says.
  const behind = `listen 127.0.0.1:${ports.inner} ssl proxy_protocol; set_real_ip_from 127.0.0.1; real_ip_header proxy_protocol;`;
  const site = writeNginxSample('lectern.conf', folder, {
    'listen 80;': `listen 127.0.0.1:${ports.http};`,
    'listen 443 ssl;': relay ? behind : `listen 127.0.0.1:${ports.https} ssl;`,
    'server 127.0.0.1:8080 ': `server ${upstream} `,
    '/var/log/nginx/': `${folder}/`,
    ...keyed(host),
  });
  const stream =
    relay &&
    writeNginxSample('turn.conf', folder, {
      'listen 443;': `listen 127.0.0.1:${ports.https};`,
      '127.0.0.1:8443;': `127.0.0.1:${ports.inner};`,
      '127.0.0.1:5350': `127.0.0.1:${ports.relay}`,
      '127.0.0.1:5349': `127.0.0.1:${relay.port}`,
      ...keyed(relay.host),
    });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const main = [
    ...(relay ? [`load_module ${relay.module};`] : []),
    'daemon off;',
    `pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr;',
    // Its workers must reach this folder, which belongs to the user of the test.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'events { worker_connections 256; }',
    ...(stream ? [`include ${stream};`] : []),
    `http { ${temporary.join(' ')} include ${site}; }`,
  ];
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, `${main.join('\n')}\n`);
  return {
    program: [program, '-p', folder, '-c', config, '-e', 'stderr'],
    env: {},
    host,
    authority: certificate,
  };
}

const kinds = { caddy: prepareCaddy, nginx: prepareNginx };

/** The address of the clients: not that of the proxy, which the server trusts. */
export const clientAddress = '127.0.0.9';

/** Starts a proxy by its sample in `deploy/` in front of a server. */
export async function startProxy(
  kind: keyof typeof kinds,
  { program, url, relay }: { program: string; url: string; relay?: SharedRelay },
): Promise<StartedProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-proxy-'));
  mkdirSync(folder, { recursive: true });
  const free = await freePorts();
  const ports = { http: free.http, https: free.media, inner: free.mediaTcp, relay: free.mediaUdp };
  const { host, authority, ...started } = kinds[kind]({
    program,
    folder,
    ports,
    upstream: new URL(url).host,
    relay,
  });
  const logFile = join(folder, 'output.log');
  const [command = '', ...args] = started.program;
  const child = spawnLogged(args, { command, env: { ...inherited(), ...started.env }, logFile });
  const reach = () => ({
    ...{ host: '127.0.0.1', port: ports.https, servername: host, localAddress: clientAddress },
    ca: readFileSync(authority),
  });
  const named = `${host}:${ports.https}`;
  const ask = ({ path, method = 'GET', headers = {}, body }: ProxyRequest) =>
    new Promise<ProxyAnswer>((done, fail) => {
      const sent = request({ ...reach(), path, method, headers: { host: named, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      sent.on('error', fail);
      sent.end(body);
    });
  const isUp = async () =>
    child.exitCode !== null ||
    (existsSync(authority) && (await ask({ path: '/readyz' }).catch(() => undefined))?.status === 200);
  const said = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').slice(-2000) : '');
  const stop = async () => {
    child.kill('SIGTERM');
    await waitForExit(child);
    rmSync(folder, { recursive: true, force: true });
  };
  await waitUntil(isUp, { timeout: 30_000, message: () => `${kind} to be ready; it wrote:\n${said()}` });
  if (child.exitCode !== null) throw new Error(`${kind} did not start:\n${said()}`);
  return {
    ask,
    port: ports.https,
    logs: () =>
      globSync(join(folder, '*.log'))
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n'),
    stop,
    connect: (path, protocol) =>
      new Promise((done, fail) => {
        const { host: address, port, ...more } = reach();
        const options = { ...more, headers: { host: named } };
        const socket = new WebSocket(`wss://${address}:${port}${path}`, protocol ? [protocol] : [], options);
        socket.once('open', () => done(socket));
        socket.once('error', fail);
      }),
  };
}
