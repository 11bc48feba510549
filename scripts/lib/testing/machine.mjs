import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, Worker } from 'node:worker_threads';

/** Milliseconds of each piece of work on the idle machine for which the deadlines of the tests were chosen. */
export const usual = { processor: 220, disk: 40, page: 450 };
const least = 1;
const most = 5;

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Hashes, sorts, and builds and reads JSON, as servers do. */
function compute() {
  let text = 'lectern';
  for (let round = 0; round < 60; round += 1) {
    const rows = Array.from({ length: 2_000 }, (_, at) => ({
      at,
      hash: createHash('sha256')
        .update(text + at)
        .digest('hex'),
    }));
    text = JSON.stringify(JSON.parse(JSON.stringify(rows.sort((a, b) => (a.hash < b.hash ? -1 : 1))))).slice(
      0,
      64,
    );
  }
}

/** On as many threads as tests run on: one busy core shows in the slower one. */
function computeOnAllCores() {
  const threads = Array.from({ length: availableParallelism() }, () => new Worker(import.meta.filename));
  return Promise.all(
    threads.map((thread) => new Promise((resolve, reject) => thread.on('exit', resolve).on('error', reject))),
  );
}

function writeToDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-disk-'));
  const file = openSync(join(folder, 'file'), 'w');
  try {
    const block = Buffer.alloc(64 * 1024, 1);
    for (let at = 0; at < 40; at += 1) {
      writeSync(file, block);
      fsyncSync(file);
    }
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs in the page. */
function drawTable() {
  document.body.innerHTML = `<table>${'<tr><td>1</td><td>2</td><td>3</td></tr>'.repeat(3000)}</table>`;
  return document.body.offsetHeight;
}

async function openPage(executablePath) {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.evaluate(drawTable);
    await page.screenshot();
  } finally {
    await browser.close();
  }
}

/** @returns how many times as long the slowest piece took: at least 1, at most 5, to a tenth */
export function patienceOf(took) {
  const times = Object.entries(took).map(([piece, ms]) => ms / usual[piece]);
  return Math.round(Math.min(most, Math.max(least, ...times)) * 10) / 10;
}

/**
 * Measures this machine by a fixed piece of work: milliseconds of the processors, of the disk, and, with a browser, of
 * one page. Deadlines of tests follow it (`server/testing/patience.ts`).
 */
export async function measureMachine(browser) {
  return {
    processor: await timed(computeOnAllCores),
    disk: await timed(writeToDisk),
    ...(browser && { page: await timed(() => openPage(browser)) }),
  };
}

if (!isMainThread) compute();
