import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

const TEXT =
  /\.(ts|tsx|mjs|js|css|html|json|md|sql|yml|yaml|go|mod|sum|sh|svg|txt|toml)$|(^|\/)(\.gitignore|\.npmrc|run)$/;
const CODE = /\.(ts|tsx|mjs)$/;

const isTypeOnly = (entries) => entries.length > 0 && entries.every((entry) => entry.isType);

function parse(path, text) {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  return { program, module, comments };
}

function* requests({ module, text }) {
  for (const found of module.staticImports) {
    yield { specifier: found.moduleRequest.value, at: found.start, typeOnly: isTypeOnly(found.entries) };
  }
  for (const found of module.staticExports) {
    const entries = found.entries.filter((entry) => entry.moduleRequest);
    for (const entry of entries) {
      yield { specifier: entry.moduleRequest.value, at: found.start, typeOnly: isTypeOnly(entries) };
    }
  }
  for (const found of module.dynamicImports) {
    const written = text.slice(found.moduleRequest.start, found.moduleRequest.end);
    const specifier = written.match(/^['"`]([^'"`$]+)['"`]$/)?.[1];
    if (specifier) yield { specifier, at: found.start, typeOnly: false };
  }
}

/** The files of a project with what the checks need to know; made of texts, so that tests can invent one. */
export class Project {
  #texts;
  #parsed = new Map();

  constructor(texts) {
    this.#texts = new Map(Object.entries(texts));
  }

  paths(pattern = /./) {
    return [...this.#texts.keys()].filter((path) => pattern.test(path));
  }

  code(pattern = /./) {
    return this.paths(CODE).filter((path) => pattern.test(path));
  }

  text(path) {
    return this.#texts.get(path);
  }

  line(path, offset) {
    return this.text(path).slice(0, offset).split('\n').length;
  }

  syntax(path) {
    if (!this.#parsed.has(path)) this.#parsed.set(path, parse(path, this.text(path)));
    return this.#parsed.get(path);
  }

  /** Imports and re-exports; `target` is a path of this project, or null for a package. */
  imports(path) {
    const { module } = this.syntax(path);
    const found = [...requests({ module, text: this.text(path) })];
    return found.map(({ specifier, at, typeOnly }) => ({
      specifier,
      typeOnly,
      target: specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : null,
      line: this.line(path, at),
    }));
  }
}

/** The tracked and untracked files of git, except ignored ones: a check must not need `git add`. */
export function readProject(root) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 }).split('\0');
  const paths = listed.filter((path) => TEXT.test(path) && existsSync(join(root, path)));
  const files = paths.filter((path) => statSync(join(root, path)).isFile());
  return new Project(Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
}
