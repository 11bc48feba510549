import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { writeOrCheck } from '../../../contract/generate.ts';

const folder = join(import.meta.dirname, '../../../docs/integrators');
const page = join(folder, 'webhooks.md');

const languages: Record<string, string> = {
  '.ts': 'ts',
  '.py': 'python',
  '.php': 'php',
  '.go': 'go',
  '.java': 'java',
};

/** Shows the recorded delivery as an HTTP request. */
function requestOf(text: string): string {
  const { headers, body }: { headers: Record<string, string>; body: string } = JSON.parse(text);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return ['POST /lectern HTTP/1.1', ...lines, '', body, ''].join('\n');
}

function blockOf(file: string): string {
  const text = readFileSync(join(folder, file), 'utf8');
  const language = languages[extname(file)];
  return language ? `\`\`\`${language}\n${text}\`\`\`` : `\`\`\`http\n${requestOf(text)}\`\`\``;
}

/** The code on the page comes from files that tests run. */
const text = readFileSync(page, 'utf8').replace(
  /(?<=<!-- from (verify\/[\w.-]+) -->\n)[\s\S]*?(?=<!-- end -->)/g,
  (_, file: string) => `${blockOf(file)}\n`,
);

writeOrCheck(page, text);
