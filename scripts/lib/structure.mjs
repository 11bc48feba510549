import { checks, describe } from '../checks/all.mjs';
import { readProject } from '../checks/project.mjs';
import { findGenerators, runGenerator } from './generated.mjs';
import { root } from './paths.mjs';

/** Runs the structure checks, and compares the generated files; each counts as one test. */
export async function* structureResults() {
  const project = readProject(root);
  for (const [name, check] of Object.entries(checks)) yield { name, findings: check(project).map(describe) };
  for (const path of findGenerators()) {
    const { findings } = await runGenerator(path, { check: true });
    yield { name: `${path} agrees with what is committed`, findings };
  }
}
