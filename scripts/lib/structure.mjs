import { checks, describe } from '../checks/all.mjs';
import { readProject } from '../checks/project.mjs';
import { root } from './paths.mjs';

/** Runs the structure checks; each counts as one test. */
export function runStructureChecks() {
  const project = readProject(root);
  return Object.entries(checks).map(([name, check]) => ({ name, findings: check(project).map(describe) }));
}
