import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inherited } from '../processes/processes.ts';

/** A delivery of a webhook, as a receiver reads it. */
export interface ReceivedDelivery {
  body: string;
  headers: Record<string, string>;
  secret: string;
}

/** A language of `docs/integrators/examples.md`, and what a test adds to its blocks. */
interface ExampleLanguage {
  name: string;
  /** The language of its blocks. */
  block: 'sh' | 'python' | 'php' | 'js';
  /** The program that runs a file, and its options. */
  program: [name: string, ...options: string[]];
  /** Sets the variables of the group and the room. */
  setPlace: (space: string, room: string) => string;
  /** Prints both in one line. */
  printPlace: string;
  /** Creates a group without a name, and prints the code and the first bad field of the refusal in one line. */
  printRefusal: string;
  /** Prints true or false for each delivery, one in a line. */
  checkDeliveries: (deliveries: ReceivedDelivery[]) => string;
}

const shellCheck = ({ body, headers, secret }: ReceivedDelivery): string =>
  [
    `id='${headers['webhook-id']}' sent_at='${headers['webhook-timestamp']}'`,
    `given='${headers['webhook-signature']}' secret='${secret}'`,
    `printf %s '${body}' > body.json`,
    'if is_ours; then echo true; else echo false; fi',
  ].join('\n');

export const exampleLanguages: ExampleLanguage[] = [
  {
    name: 'curl',
    block: 'sh',
    program: ['bash', '-euo', 'pipefail'],
    setPlace: (space, room) => `space=${space} room=${room}`,
    printPlace: 'echo "$space $room"',
    printRefusal: `
answer=$(call POST /v1/spaces '{"name": ""}' 2>&1) || refusal=$(echo "$answer" | sed -n 's/^POST .v1.spaces: //p')
[[ "$(echo "$refusal" | field message)" == 'name: must have'* ]]
echo "$(echo "$refusal" | field code) $(echo "$refusal" | field 'details[0].path')"`,
    checkDeliveries: (deliveries) => deliveries.map(shellCheck).join('\n'),
  },
  {
    name: 'Python',
    block: 'python',
    program: ['python3', '-B', '-W', 'error'],
    setPlace: (space, room) => `space, room = "${space}", "${room}"`,
    printPlace: 'print(space, room)',
    printRefusal: `
try:
    call("POST", "/v1/spaces", {"name": ""})
except Refused as refusal:
    assert "name: must have" in str(refusal), refusal
    print(refusal.code, refusal.details[0]["path"])`,
    checkDeliveries: (deliveries) => `
for one in json.loads(r'''${JSON.stringify(deliveries)}'''):
    print(str(is_ours(one["body"].encode(), one["headers"], one["secret"])).lower())`,
  },
  {
    name: 'PHP',
    block: 'php',
    program: ['php'],
    setPlace: (space, room) => `[$space, $room] = ['${space}', '${room}'];`,
    printPlace: 'echo "$space $room\\n";',
    printRefusal: `
try {
    call('POST', '/v1/spaces', ['name' => '']);
} catch (Refused $refusal) {
    if (!str_contains($refusal->getMessage(), 'name: must have')) throw $refusal;
    echo $refusal->reason, ' ', $refusal->details[0]['path'], "\\n";
}`,
    checkDeliveries: (deliveries) => `
foreach (json_decode(base64_decode('${Buffer.from(JSON.stringify(deliveries)).toString('base64')}'), true) as $one) {
    echo is_ours($one['body'], $one['headers'], $one['secret']) ? 'true' : 'false', "\\n";
}`,
  },
  {
    name: 'JavaScript',
    block: 'js',
    program: [process.execPath],
    setPlace: (space, room) => `const [space, room] = ['${space}', '${room}'];`,
    printPlace: 'console.log(space, room);',
    printRefusal: `
await call('POST', '/v1/spaces', { name: '' }).catch(({ message, code, details }) =>
  console.log(message.includes('name: must have') && code, details[0].path),
);`,
    checkDeliveries: (deliveries) => `
for (const { body, headers, secret } of ${JSON.stringify(deliveries)}) console.log(isOurs(body, headers, secret));`,
  },
];

interface Run {
  /** The parts of the program, in their order. */
  code: string[];
  /** The folder in which it runs and writes its files. */
  folder: string;
  settings: Record<string, string>;
}

/** Runs a program to its end. @returns the lines that it printed */
export async function runExample(
  { block, program: [name, ...options] }: ExampleLanguage,
  { code, folder, settings }: Run,
): Promise<string[]> {
  const path = join(folder, block === 'js' ? 'example.mjs' : `example.${block}`);
  writeFileSync(path, code.join('\n'));
  const child = spawn(name, [...options, path], { cwd: folder, env: { ...inherited(), ...settings } });
  let [printed, complaints] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const [status] = await once(child, 'close');
  if (status !== 0 || complaints) throw new Error(`${name} ended with ${status}: ${complaints}${printed}`);
  return printed.trim().split('\n');
}
