import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

const KEPT_LINES = 200;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const groups = new Set();

/** Ends the whole process group: npm, go and vite have children of their own. */
function killGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

/** Ctrl-C in a long step ends its children too; every step can be begun again. */
function interrupt(signal) {
  for (const child of groups) killGroup(child, 'SIGKILL');
  process.stderr.write('\nInterrupted. The next start goes on from here.\n');
  process.exit(128 + constants.signals[signal]);
}

/** Only while such a step runs: later the signals belong to the program that was started. */
function watch(child) {
  if (groups.size === 0) for (const signal of SIGNALS) process.on(signal, interrupt);
  groups.add(child);
}

function unwatch(child) {
  groups.delete(child);
  if (groups.size === 0) for (const signal of SIGNALS) process.off(signal, interrupt);
}

/**
 * Runs a command of a step and gives its last lines when it fails.
 * It has its own process group, so a terminal's Ctrl-C reaches it through us, once.
 */
export function runCommand(command, args, { cwd, env, onLine, timeout } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    watch(child);
    const lines = [];
    const keep = (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      onLine?.(line);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', keep);
    let late = false;
    const timer =
      timeout &&
      setTimeout(() => {
        late = true;
        killGroup(child, 'SIGKILL');
      }, timeout);
    const settle = (problem) => {
      clearTimeout(timer);
      unwatch(child);
      if (problem) reject(Object.assign(new Error(problem), { lines }));
      else resolve(lines);
    };
    child.on('error', (error) => settle(`${command} could not be run (${error.code})`));
    child.on('close', (code, signal) => {
      if (late) settle(`${command} took longer than ${timeout / 1000} s`);
      else settle(code === 0 ? null : `${command} ended with ${signal ?? `code ${code}`}`);
    });
  });
}

/** Runs a program in the foreground, with our terminal, and resolves to its exit code; `signal` ends it. */
export function runForeground(command, args, { cwd, env, signal: stop } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    const pass = (signal) => {
      // A terminal sends Ctrl-C to the whole group: the child has it already.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    stop?.addEventListener('abort', () => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, pass);
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}
