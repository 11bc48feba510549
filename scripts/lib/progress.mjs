const PLAIN_INTERVAL_MS = 10_000;
const TTY_INTERVAL_MS = 200;

export function seconds(since) {
  return `${Math.round((Date.now() - since) / 1000)} s`;
}

/** The output that was asked for. */
export function print(text) {
  process.stdout.write(`${text}\n`);
}

/** Progress, on stderr: the output stays alone on stdout, even the first time after an update. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Shows a long step: on a terminal in a line that is rewritten, elsewhere (a log, CI) in a new line every ten
 * seconds.
 */
export function startStep(title) {
  const began = Date.now();
  const tty = Boolean(process.stderr.isTTY);
  let status = '';
  const line = () => `  ${title}${status ? `: ${status}` : ''}, ${seconds(began)}`;
  if (!tty) say(`  ${title} …`);
  const timer = setInterval(
    () => (tty ? process.stderr.write(`\r\x1b[2K${line()}`) : say(line())),
    tty ? TTY_INTERVAL_MS : PLAIN_INTERVAL_MS,
  );
  timer.unref();
  const end = (mark, text) => {
    clearInterval(timer);
    if (tty) process.stderr.write('\r\x1b[2K');
    say(`${mark} ${text}, ${seconds(began)}`);
  };
  return {
    update(text) {
      status = text;
    },
    done: (text = title) => end('✓', text),
    fail: (text = title) => end('✗', text),
  };
}
