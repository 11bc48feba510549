import { join } from 'node:path';
import { writeOrCheck } from '../../contract/generate.ts';
import { settings } from './config.table.ts';
import type { Setting } from './platform/settings.ts';

/** Shows a default value as code, and a described default as text. */
function defaultOf(setting: Setting<unknown>): string {
  if (setting.shown !== undefined)
    return setting.shown.includes('://') ? `\`${setting.shown}\`` : setting.shown;
  return setting.fallback ? `\`${setting.fallback}\`` : 'none';
}

const rows = Object.entries(settings).map(
  ([name, setting]) => `| \`${name}\` | ${defaultOf(setting)} | ${setting.meaning} |`,
);

const text = `# Configuration

<!-- Generated from server/src/config.table.ts by \`npm run generate\`: change it there. -->

Lectern reads its settings from the environment and from a file \`.env\` at its root; the environment wins. None is needed to start.
All are checked together before anything starts: faults are named all at once, and the process ends with code 1.

| name | default | meaning |
|---|---|---|
${rows.join('\n')}
`;

writeOrCheck(join(import.meta.dirname, '../../docs/configuration.md'), text);
