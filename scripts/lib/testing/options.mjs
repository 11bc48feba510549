export const parts = ['types', 'lint', 'structure', 'node', 'browser'];

const flags = ['--all', '--record'];

const USAGE = `Usage: npm test -- [--all] [--only=${parts.join(',')}] [--files=<path begins with>,…] [--name=<pattern>] [--changed[=<commit>]] [--record]`;

const changedOption = /^--changed(?:=(.+))?$/;

/**
 * `--only` selects parts, `--files` files, `--name` tests by a regular expression, `--changed` tests that the change
 * since a commit concerns; `--record` saves seconds. `isAll`: whether long tests run too: by `--all`, because they
 * were named, or to record their seconds. `looksAgain`: whether what fails runs once more, as in complete runs.
 */
export function parseOptions(args) {
  const [changed] = args.map((arg) => arg.match(changedOption)).filter(Boolean);
  const options = { only: parts, files: [], name: undefined, record: args.includes('--record') };
  for (const arg of args.filter((arg) => !flags.includes(arg) && !changedOption.test(arg))) {
    const [, key, value] = arg.match(/^--(only|files|name)=(.+)$/) ?? [];
    if (!key) throw new Error(`${arg} is not known. ${USAGE}`);
    options[key] = key === 'name' ? value : value.split(',');
  }
  const unknown = options.only.filter((part) => !parts.includes(part));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}. ${USAGE}`);
  if (options.files.length > 0 && options.only === parts) options.only = ['node', 'browser'];
  const isChosen = options.files.length > 0 || options.name !== undefined;
  return {
    ...options,
    changed: changed && { base: changed[1] },
    isAll: isChosen || flags.some((flag) => args.includes(flag)),
    looksAgain: args.includes('--all'),
  };
}

export const matches = (files, path) => files.length === 0 || files.some((start) => path.startsWith(start));
