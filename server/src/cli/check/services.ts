import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { type FileStore, FilesAway, FilesRefused } from '../../engines/files/files.ts';
import { FolderStore } from '../../engines/files/folder.ts';
import { seconds } from '../../platform/clock.ts';
import { Keyring, randomToken } from '../../platform/crypto.ts';
import { mailFaultInFull } from '../../platform/mail/faults.ts';
import { createMailer } from '../../platform/mail/mail.ts';
import { nameOfUser } from '../../platform/process/user-name.ts';
import { bucketOf } from '../../startup/files.ts';
import { providerOf } from '../../startup/provider.ts';
import { checkSocket } from '../../startup/socket.ts';
import { speechEngineOf } from '../../startup/speech.ts';
import { log } from '../database.ts';
import { sentenceFor } from '../failure.ts';
import { invocation } from '../invocation.ts';
import { type Check, type CheckContext, type CheckResult, fault, ok, warning } from './finding.ts';

async function checkMail({ config }: CheckContext): Promise<CheckResult> {
  const { SMTP_URL: url, LECTERN_MAIL_FROM: from } = config;
  if (!url || !from)
    return ok('SMTP_URL is not set: you replace forgotten passwords, and nobody gets emails');
  const mailer = createMailer({ url, from, log });
  try {
    await mailer.check();
    return ok(`${url.host} takes the sign-in. "${invocation} mail test ADDRESS" sends an email`);
  } catch (error) {
    return fault(`the mail server ${url.host}: ${mailFaultInFull(error)}`);
  } finally {
    await mailer.stop();
  }
}

async function checkProvider({ config }: CheckContext): Promise<CheckResult[]> {
  const { LECTERN_OIDC_ISSUER: issuer } = config;
  const provider = providerOf(config, log);
  if (!provider || !issuer) return [];
  try {
    await provider.check();
    return [ok(`${issuer.host} has its metadata`)];
  } catch (error) {
    return [fault(`${issuer.href}: ${(error as Error).message}`)];
  }
}

/** Writes, reads and deletes a small file. @throws FilesAway */
async function tryStore(store: FileStore): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-check-'));
  const key = `lectern-health/${randomToken(12)}`;
  const content = randomToken(24);
  const path = join(folder, 'sent');
  try {
    await writeFile(path, content);
    await store.put(key, path, { contentType: 'text/plain' });
    const file = await store.open(key);
    let found = '';
    if (file) for await (const part of file.read(0, content.length - 1)) found += part;
    await file?.close();
    if (found !== content) throw new FilesAway('What was read is not what was written.');
  } finally {
    await store.remove([key]).finally(() => rm(folder, { recursive: true }));
  }
}

/** Files that another user makes in the data folder could not be used by the server. */
function foreignOwnerOf({ LECTERN_DATA_DIR: folder }: Config): string | undefined {
  const { uid } = statSync(folder);
  return uid === process.getuid?.() ? undefined : nameOfUser(uid);
}

async function storeOf(config: Config): Promise<FileStore | CheckResult> {
  // No address is signed.
  const signing = { url: config.LECTERN_URL, keyring: new Keyring([randomToken(32)]) };
  const bucket = await bucketOf(config, signing);
  if (bucket) return bucket;
  const { LECTERN_DATA_DIR: folder } = config;
  if (!existsSync(folder)) return warning(`there is no ${folder} yet: the first start makes it`);
  const owner = foreignOwnerOf(config);
  if (owner === undefined) return new FolderStore({ ...signing, folder: join(folder, 'files') });
  return warning(
    `not tried, since ${folder} belongs to ${owner}: runuser -u ${owner} -- ${invocation} check`,
  );
}

async function checkStorage({ config }: CheckContext): Promise<CheckResult> {
  const store = await storeOf(config);
  if ('state' in store) return store;
  const where = config.S3_ENDPOINT
    ? `the bucket ${config.S3_BUCKET} at ${config.S3_ENDPOINT.host}`
    : 'the folder';
  try {
    await tryStore(store);
    return ok(`a file was written to ${where}, read and deleted`);
  } catch (error) {
    if (!(error instanceof FilesAway)) throw error;
    const advice = error instanceof FilesRefused ? ' Correct the S3_* settings or the rights of the key' : '';
    return fault(`${error.message}${advice}`);
  }
}

async function checkSpeech({ config }: CheckContext): Promise<CheckResult[]> {
  const engine = speechEngineOf(config);
  if (!engine) return [];
  const problem = await engine.probe(AbortSignal.timeout(speechMs));
  return [problem === undefined ? ok(`${engine.name} works`) : fault(problem)];
}

/** The largest model hears its first window for minutes on a slow machine. */
const speechMs = seconds(300);

async function checkJoint({ config }: CheckContext): Promise<CheckResult[]> {
  const address = config.CENTRIFUGO_URL ?? config.REDIS_URL;
  if (!address) return [];
  try {
    await checkSocket(config);
    return [ok(`${config.CENTRIFUGO_URL ? 'Centrifugo' : 'Redis'} at ${address.host} answers`)];
  } catch (error) {
    return [fault(sentenceFor(error))];
  }
}

export const serviceChecks: Check[] = [
  { name: 'mail', run: checkMail, withinMs: seconds(60) },
  { name: 'provider', run: checkProvider },
  { name: 'storage', run: checkStorage, withinMs: seconds(90) },
  { name: 'nodes', run: checkJoint },
  { name: 'speech', run: checkSpeech, withinMs: speechMs + seconds(10) },
];
