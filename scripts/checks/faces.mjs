const most = 20;
/** Faces that still export more. A number here may only shrink. */
const larger = { participants: 23, rooms: 24 };

function* exportsOf({ program }) {
  for (const { type, declaration, specifiers = [] } of program.body) {
    if (type === 'ExportNamedDeclaration')
      yield* declaration ? (declaration.declarations ?? [declaration]) : specifiers;
  }
}

/** Checks that the face of each feature, `<feature>/<feature>.ts`, exports few names: a reader learns them at once. */
export function checkFaces(project, allowed = larger) {
  return project.code(/^server\/src\/([^/]+)\/\1\.ts$/).flatMap((file) => {
    const count = [...exportsOf(project.syntax(file))].length;
    const bound = allowed[file.split('/')[2]];
    const fix = 'let the composition import from the declaring file, or split the feature';
    if (count > (bound ?? most))
      return [
        {
          ...{ file, line: 1, rule: 'faces', fix },
          problem: `exports ${count} names, and the limit is ${bound ?? most}`,
        },
      ];
    if (bound === undefined || count === bound) return [];
    const problem = `exports ${count} names, and scripts/checks/faces.mjs allows ${bound}`;
    return [
      {
        ...{ file, line: 1, rule: 'faces', problem },
        fix: count > most ? `lower it to ${count}` : 'remove it there',
      },
    ];
  });
}
