import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

const KEPT_LINES = 200;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Each child with the signal that ends it and its children. */
const groups = new Map();

/** Ends the whole process group: npm, go and vite have child processes. */
function killGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

/** Ctrl-C during a long step ends its child processes too; every step can be repeated. */
function interrupt(signal) {
  for (const [child, stopSignal] of groups) killGroup(child, stopSignal);
  process.stderr.write('\nInterrupted. The next start goes on from here.\n');
  process.exit(128 + constants.signals[signal]);
}

/** Only during such a step: later the signals belong to the program that was started. */
function watch(child, stopSignal) {
  if (groups.size === 0) for (const signal of SIGNALS) process.on(signal, interrupt);
  groups.set(child, stopSignal);
}

function unwatch(child) {
  groups.delete(child);
  if (groups.size === 0) for (const signal of SIGNALS) process.off(signal, interrupt);
}

/**
 * Runs a command of a step; if it fails, the error has its last lines. The command has its own process group, so a
 * terminal's Ctrl-C reaches it once, through us. A command that runs commands by this function itself needs the
 * `stopSignal` SIGTERM: it ends them, which are in groups of their own.
 */
export function runCommand(command, args, { cwd, env, onLine, timeout, stopSignal = 'SIGKILL' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    watch(child, stopSignal);
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

/**
 * Runs a program in the foreground with our terminal. @returns its exit code; `signal` ends it by `stopSignal`. A
 * program that is `tied` has an IPC channel, by which it notices when we are killed.
 */
export function runForeground(
  command,
  args,
  { cwd, env, signal: stop, stopSignal = 'SIGTERM', tied = false } = {},
) {
  return new Promise((resolve, reject) => {
    const stdio = ['inherit', 'inherit', 'inherit', ...(tied ? ['ipc'] : [])];
    const child = spawn(command, args, { cwd, env, stdio });
    const pass = (signal) => {
      // A terminal sends Ctrl-C to the whole group: the child has it already.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    stop?.addEventListener('abort', () => child.kill(stopSignal));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, pass);
      resolve(signal ? 128 + constants.signals[signal] : code);
    });
  });
}

const LOOK_MS = 500;

/**
 * Stops this process, as an operator's signal does, when the parent was killed: otherwise no terminal or service
 * could stop it.
 */
export function stopWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.stderr.write('The process that started Lectern was killed: Lectern stops.\n');
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}

const RESTARTS = 5;
const WITHIN_MS = 60_000;
/** The program was asked to end, or refused to start and said why (docs/decisions/0016). */
const FINAL_CODES = [0, 1, ...['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => 128 + constants.signals[name])];

/**
 * Runs a program in the foreground and restarts it after an abnormal end, at most 5 times a minute.
 * @returns its last exit code
 */
export async function keepRunning(command, args, options = {}) {
  let isStopping = false;
  const noteStop = () => {
    isStopping = true;
  };
  for (const signal of SIGNALS) process.on(signal, noteStop);
  const restarts = [];
  try {
    while (true) {
      const code = await runForeground(command, args, { ...options, tied: true });
      if (isStopping || FINAL_CODES.includes(code)) return code;
      const now = performance.now();
      while (restarts.length > 0 && now - restarts[0] >= WITHIN_MS) restarts.shift();
      if (restarts.length === RESTARTS) {
        process.stderr.write(
          `Lectern ended abnormally (code ${code}) ${RESTARTS + 1} times within a minute and is not started again. The log above states why. ` +
            'The database and calls may still run: the next start takes them over.\n',
        );
        return code;
      }
      restarts.push(now);
      process.stderr.write(`Lectern ended abnormally (code ${code}) and is started again.\n`);
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, noteStop);
  }
}
