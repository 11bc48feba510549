export const parts = ['types', 'lint', 'structure', 'node', 'browser'];

const flags = ['--all', '--record'];

const USAGE = `Usage: npm test -- [--all] [--only=${parts.join(',')}] [--files=<path begins with>,…] [--name=<pattern>] [--record]`;

/**
 * `--only` selects parts, `--files` files, `--name` tests by a regular expression; `--record` saves seconds. `isAll`:
 * whether long tests run too: by `--all`, because they were named, or to record their seconds.
 */
export function parseOptions(args) {
  const options = { only: parts, files: [], name: undefined, record: args.includes('--record') };
  for (const arg of args.filter((arg) => !flags.includes(arg))) {
    const [, key, value] = arg.match(/^--(only|files|name)=(.+)$/) ?? [];
    if (!key) throw new Error(`${arg} is not known. ${USAGE}`);
    options[key] = key === 'name' ? value : value.split(',');
  }
  const unknown = options.only.filter((part) => !parts.includes(part));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}. ${USAGE}`);
  if (options.files.length > 0 && options.only === parts) options.only = ['node', 'browser'];
  const isChosen = options.files.length > 0 || options.name !== undefined;
  return { ...options, isAll: isChosen || flags.some((flag) => args.includes(flag)) };
}

export const matches = (files, path) => files.length === 0 || files.some((start) => path.startsWith(start));
