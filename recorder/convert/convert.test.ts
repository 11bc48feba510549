import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { waitUntil } from '../../server/testing/wait.ts';
import {
  type ConvertJob,
  type ConvertProgress,
  convertNames,
  type PageFacts,
  pageFiles,
} from '../folder/convert-job.ts';
import { makePdf, pdfOfLesson, pdfWithPassword } from '../testing/made-pdf.ts';
import { makeZip } from '../testing/made-zip.ts';
import { convertDocument } from './convert.ts';

const root = mkdtempSync(join(tmpdir(), 'lectern-convert-'));
after(() => rmSync(root, { recursive: true, force: true }));

interface Wanted extends Partial<ConvertJob> {
  input: Uint8Array;
}

async function convert({ input, ...job }: Wanted) {
  const folder = mkdtempSync(join(root, 'folder-'));
  writeFileSync(join(folder, convertNames.input), input);
  const lines: ConvertProgress[] = [];
  const result = await convertDocument(
    folder,
    {
      ...{ version: 1, type: 'pdf', office: null, from: 1, mostPages: 500, mostPixels: 25_000_000 },
      ...{ longestText: 10_000, sizes: { small: 1280, large: 2560 }, ...job },
    },
    (line) => lines.push(line),
  );
  const read = (name: string) => readFileSync(join(folder, name));
  return {
    ...{ result, lines },
    facts: (number: number) => JSON.parse(String(read(pageFiles(number).facts))) as PageFacts,
    sizeOf: async (number: number, size: 'small' | 'large') => {
      const { width, height } = await loadImage(read(pageFiles(number)[size]));
      return [width, height];
    },
    pixel: async (number: number, x: number, y: number) => {
      const image = await loadImage(read(pageFiles(number).large));
      const canvas = createCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return [...context.getImageData(x, y, 1, 1).data];
    },
  };
}

const failureOf = async (wanted: Wanted) => {
  const { result } = await convert(wanted);
  return result.ok ? 'ok' : result.failure;
};

test('each page of a PDF becomes two pictures and its text', async () => {
  const { result, lines, facts, sizeOf, pixel } = await convert({ input: pdfOfLesson(3) });
  assert.deepEqual(result, { version: 1, ok: true, pages: 3 });
  assert.deepEqual(lines, [{ total: 3 }, { page: 1 }, { page: 2 }, { page: 3 }]);
  assert.deepEqual(
    [await sizeOf(2, 'large'), await sizeOf(2, 'small')],
    [
      [2560, 1440],
      [1280, 720],
    ],
  );
  const { width, height, text } = facts(2);
  assert.deepEqual([width, height], [2560, 1440]);
  assert.match(text, /^Page 2 of the lesson\nAn equation is linear if its graph is a line\.\nx \+ 2y = 5$/);
  const [red = 0, green = 0, blue = 0] = await pixel(2, 1280, 20);
  assert.ok(blue > 100 && red < 60 && green < 80, `${red} ${green} ${blue}`);
});

test('a conversion continues at the page that is wanted', async () => {
  const { lines } = await convert({ input: pdfOfLesson(4), from: 3 });
  assert.deepEqual(lines, [{ total: 4 }, { page: 3 }, { page: 4 }]);
});

test('pages of any size fit into the pictures', async () => {
  const sizes = [
    [595, 842],
    [20_000, 10],
    [1_000_000, 1_000_000],
    [3, 3],
  ] as const;
  const { result, sizeOf } = await convert({
    input: makePdf({ pages: sizes.map(([width, height]) => ({ width, height, lines: ['text'] })) }),
  });
  assert.equal(result.ok, true);
  assert.deepEqual(await Promise.all(sizes.map((_, index) => sizeOf(index + 1, 'large'))), [
    [1809, 2560],
    [2560, 1],
    [2560, 2560],
    [2560, 2560],
  ]);
});

test('scripts, actions, files outside and broken parts of a PDF do nothing', async () => {
  const open = '/OpenAction << /S /JavaScript /JS (app.launchURL\\("http://127.0.0.1:9/"\\)) >>';
  const launch = '/AA << /O << /S /Launch /F (/bin/sh) >> >>';
  const outside =
    '<< /Type /XObject /Subtype /Image /F (file:///etc/passwd) /Width 1 /Height 1 /Length 0 >>\nstream\n\nendstream';
  const { result } = await convert({
    input: makePdf({ pages: [{ lines: ['harmless'] }], catalog: open, page: launch, objects: [outside] }),
  });
  assert.deepEqual(result, { version: 1, ok: true, pages: 1 });
});

test('files that cannot be converted are refused for their reason', async () => {
  assert.equal(await failureOf({ input: Buffer.from('%PDF-1.7 and nothing else') }), 'unreadable');
  assert.equal(await failureOf({ input: pdfWithPassword() }), 'password_protected');
  assert.equal(await failureOf({ input: pdfOfLesson(6), mostPages: 5 }), 'too_many_pages');
  assert.equal(await failureOf({ type: 'picture', input: Buffer.from('\x89PNG\r\n\x1a\n') }), 'unreadable');
  assert.equal(await failureOf({ type: 'pptx', input: Buffer.from('PK\x03\x04 no archive') }), 'unreadable');
});

test('a picture becomes one page, and a small one is not enlarged', async () => {
  const canvas = createCanvas(4000, 1000);
  for (const type of ['png', 'jpeg', 'webp'] as const) {
    const input = await canvas.encode(type as 'png');
    const { result, sizeOf } = await convert({ type: 'picture', input });
    assert.deepEqual(
      [result.ok, await sizeOf(1, 'large'), await sizeOf(1, 'small')],
      [true, [2560, 640], [1280, 320]],
    );
  }
  const { sizeOf } = await convert({ type: 'picture', input: await createCanvas(100, 50).encode('png') });
  assert.deepEqual(
    [await sizeOf(1, 'large'), await sizeOf(1, 'small')],
    [
      [100, 50],
      [100, 50],
    ],
  );
});

test('a picture that states more pixels than are allowed is not decoded', async () => {
  for (const type of ['png', 'jpeg', 'webp'] as const) {
    const input = await createCanvas(300, 200).encode(type as 'png');
    assert.equal(await failureOf({ type: 'picture', input, mostPixels: 59_999 }), 'page_too_large', type);
  }
  const bomb = Buffer.from(await createCanvas(1, 1).encode('png'));
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  assert.equal(await failureOf({ type: 'picture', input: bomb }), 'page_too_large');
});

test('a JPEG does not hide its size behind a marker that decoders skip', async () => {
  const picture = await createCanvas(300, 200).encode('jpeg');
  // A reader that takes the marker for the header of a segment lands on the small frame within the next segment.
  const hiding = Buffer.alloc(65_537);
  hiding.writeUInt32BE(0xffe0ffff, 0);
  Buffer.from('ffc0000b080001000101011100', 'hex').copy(hiding, 65_508 - 4);
  const input = Buffer.concat([
    picture.subarray(0, 2),
    Buffer.from('ff01', 'hex'),
    hiding,
    picture.subarray(2),
  ]);
  const { width } = await loadImage(input);
  assert.equal(width, 300);
  assert.equal(await failureOf({ type: 'picture', input, mostPixels: 59_999 }), 'unreadable');
});

/** A process that was killed and that nobody waited for has an empty command line. */
const isRunning = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};

test('an office program ends with the program that started it, also if that is killed', async () => {
  const folder = mkdtempSync(join(root, 'folder-'));
  const office = join(folder, 'office.sh');
  writeFileSync(office, '#!/bin/sh\nsleep 100 & echo $! > pid.new\nmv pid.new pid\nwait\n', { mode: 0o700 });
  const xml = Buffer.from('<presentation/>');
  writeFileSync(join(folder, convertNames.input), await makeZip({ 'ppt/presentation.xml': xml }));
  const job: ConvertJob = {
    ...{ version: 1, type: 'pptx', office, from: 1, mostPages: 500, mostPixels: 25_000_000 },
    ...{ longestText: 10_000, sizes: { small: 1280, large: 2560 } },
  };
  writeFileSync(join(folder, convertNames.job), JSON.stringify(job));
  const script = fileURLToPath(new URL('../convert.ts', import.meta.url));
  const program = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'ignore', 'ignore'] });
  try {
    const pid = await waitUntil(() => Number(readFileSync(join(folder, 'pid'), 'utf8')), {
      ...{ timeout: 20_000, message: 'the office program' },
    });
    assert.ok(isRunning(pid));
    program.kill('SIGKILL');
    await waitUntil(() => !isRunning(pid), { timeout: 20_000, message: 'the end of the office program' });
  } finally {
    program.kill('SIGKILL');
  }
});

test('an office file is checked before a program unpacks it', async () => {
  const xml = Buffer.from('<presentation/>');
  const good = await makeZip({ '[Content_Types].xml': xml, 'ppt/presentation.xml': xml });
  assert.equal(await failureOf({ type: 'pptx', input: good }), 'ok');
  assert.equal(await failureOf({ type: 'docx', input: good }), 'unreadable');
  const bomb = await makeZip({
    'ppt/presentation.xml': xml,
    'ppt/media/image1.png': Buffer.alloc(50_000_000),
  });
  assert.equal(await failureOf({ type: 'pptx', input: bomb }), 'page_too_large');
});
