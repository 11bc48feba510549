import { join, resolve } from 'node:path';
import { ForeignStage } from '../../server/testing/bbb/foreign-stage.ts';
import { report } from '../lib/report.ts';
import { driveApiPhp } from './lms/api-php.ts';
import { driveApiRuby, driveGreenlight } from './lms/api-ruby.ts';
import { bbblbVersion, driveBbblb } from './lms/bbblb.ts';
import { driveMoodle } from './lms/moodle.ts';
import { commitIn, type FolderOf, type Repository, whyAbsent } from './lms/sources.ts';
import { driveWordPress } from './lms/wordpress.ts';

/**
 * `npm run soak -- lms <folder> [client…]`: clients of BigBlueButton that exist as public repositories alone go through
 * meetings, people in them, recordings and callbacks. The folder has a checkout of each repository, with its name;
 * `lms/sources.ts` pins the commits. PHP and Ruby are the system's (docs/decisions/0220). bbblb needs Python 3.13:
 * `python3.13 -m venv <folder>/bbblb`, `<folder>/bbblb/bin/pip install 'bbblb[server]==0.0.18' 'sqlalchemy[asyncio]'`.
 */
interface Client {
  needs: Repository[];
  program: 'php' | 'ruby' | 'bbblb';
  drive: (stage: ForeignStage, at: FolderOf) => Promise<void>;
}

const [folder, ...named] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: npm run soak -- lms <folder with the checkouts> [client…]');
const at: FolderOf = (repository) => join(resolve(folder), repository);
const pythonOfBbblb = join(resolve(folder), 'bbblb/bin/python');

const clients: Record<string, Client> = {
  moodle: { needs: ['moodle-mod_bigbluebuttonbn', 'php-jwt'], program: 'php', drive: driveMoodle },
  'api-php': { needs: ['bigbluebutton-api-php'], program: 'php', drive: driveApiPhp },
  wordpress: { needs: ['wordpress-plugin_bigbluebutton'], program: 'php', drive: driveWordPress },
  'api-ruby': { needs: ['bigbluebutton-api-ruby', 'greenlight'], program: 'ruby', drive: driveApiRuby },
  greenlight: { needs: ['bigbluebutton-api-ruby', 'greenlight'], program: 'ruby', drive: driveGreenlight },
  bbblb: { needs: [], program: 'bbblb', drive: (stage) => driveBbblb(stage, pythonOfBbblb) },
};

const programs = {
  php: () => whyAbsent('php', ['-m'], /^curl$.*^mbstring$.*^SimpleXML$/ms),
  bbblb: () => {
    const version = 'from importlib.metadata import version; print(version("bbblb"))';
    return whyAbsent(pythonOfBbblb, ['-c', version], new RegExp(`^${RegExp.escape(bbblbVersion)}$`, 'm'));
  },
  ruby: () =>
    whyAbsent(
      'ruby',
      ['-e', 'require "xmlsimple"; require "jwt"; require "nokogiri"; puts "ready"'],
      /ready/,
    ),
};

/** Each in a group of its own. @returns how it ended, in words */
async function attempt({ needs, program, drive }: Client): Promise<string> {
  const missing = needs.filter((one) => !commitIn(at(one), one));
  const problem = missing.length > 0 ? `no ${missing.join(', ')} in the folder` : programs[program]();
  if (problem !== undefined) return `not run: ${problem}`;
  const stage = await ForeignStage.start();
  try {
    await drive(stage, at);
    return needs.map((one) => `${one} ${commitIn(at(one), one)}`).join(', ') || bbblbVersion;
  } catch (error) {
    console.log(error);
    return 'failed';
  } finally {
    await stage.remove();
  }
}

const figures: Record<string, string> = {};
for (const [name, client] of Object.entries(clients)) {
  if (named.length > 0 && !named.includes(name)) continue;
  figures[name] = await attempt(client);
  console.log(`${name}: ${figures[name]}`);
}
const failures = Object.values(figures).filter((how) => how === 'failed' || how.startsWith('not run'));
report({
  ...{ name: 'soak-lms', unit: '', figures, isKept: named.length === 0 },
  goals: [{ what: 'failed or not run', measured: failures.length, bound: 0, unit: '' }],
});
