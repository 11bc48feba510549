const PLAIN_INTERVAL_MS = 10_000;
const TTY_INTERVAL_MS = 200;

export function seconds(since) {
  return `${Math.round((Date.now() - since) / 1000)} s`;
}

/** What was asked for. */
export function print(text) {
  process.stdout.write(`${text}\n`);
}

/** What happens on the way, on stderr: so that an answer stands alone on stdout, also the first time after an update. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * One long step: on a terminal a line that is rewritten, elsewhere (a log, CI) a new line every ten seconds,
 * so that nobody has to guess whether it hangs.
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
