import { isExemptFromSize, isTest } from './kinds.mjs';

const areas = /^(?:server|recorder|bench)\/(?!.*\/migrations\/).*\.ts$/;
/** A test finds the waits of a module by its path. */
const conventional = new Set(['waits']);

function* exportedNames({ program }) {
  for (const { type, declaration } of program.body) {
    if (type !== 'ExportNamedDeclaration' || !declaration) continue;
    const ids = declaration.declarations?.map(({ id }) => id) ?? [declaration.id];
    for (const id of ids) if (id?.type === 'Identifier') yield id;
  }
}

/**
 * A search for an exported name finds one thing: it is declared in one file of the server, the recorder and the benches.
 * The contract may share a name with the server: they are the schema and the type of the same thing.
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
          problem: `exports ${name}, as ${other} does`,
          mend: 'give each thing its own name, or merge them',
        },
      });
    }
  }
  return found;
}
