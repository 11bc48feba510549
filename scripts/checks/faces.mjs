const most = 20;

function* exportsOf({ program }) {
  for (const { type, declaration, specifiers = [] } of program.body) {
    if (type === 'ExportNamedDeclaration')
      yield* declaration ? (declaration.declarations ?? [declaration]) : specifiers;
  }
}

/** Checks that the face of each feature, `<feature>/<feature>.ts`, exports few names: a reader learns them at once. */
export function checkFaces(project) {
  return project.code(/^server\/src\/([^/]+)\/\1\.ts$/).flatMap((file) => {
    const count = [...exportsOf(project.syntax(file))].length;
    if (count <= most) return [];
    const problem = `exports ${count} names, and the limit is ${most}`;
    const fix = 'let the composition import from the declaring file, or split the feature';
    return [{ file, line: 1, rule: 'faces', problem, fix }];
  });
}
