import { isExemptFromSize, isTest } from './kinds.mjs';

const areas = /^(?:server|recorder|bench)\/(?!.*\/migrations\/).*\.ts$/;
/** A test finds the timings of a module by its path. */
const conventional = new Set(['timings']);

function* exportedNames({ program }) {
  for (const { type, declaration } of program.body) {
    if (type !== 'ExportNamedDeclaration' || !declaration) continue;
    const ids = declaration.declarations?.map(({ id }) => id) ?? [declaration.id];
    for (const id of ids) if (id?.type === 'Identifier') yield id;
  }
}

/**
 * Checks that one file of the server, the recorder and the benchmarks declares each exported name, so that a search for
 * it finds one thing. The contract may share a name with the server: one is the schema, the other the type.
 */
export function checkNames(project) {
  const first = new Map();
  const found = [];
  for (const path of project.code(areas).filter((one) => !isTest(one) && !isExemptFromSize(one))) {
    for (const { name, start } of exportedNames(project.syntax(path))) {
      const other = first.get(name) ?? path;
      first.set(name, other);
      if (other === path || conventional.has(name)) continue;
      found.push({
        ...{ file: path, line: project.line(path, start), rule: 'names' },
        ...{
          problem: `exports ${name}, which ${other} exports too`,
          fix: 'rename one of them, or merge them',
        },
      });
    }
  }
  return found;
}
