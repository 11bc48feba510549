import { isTest, serverFeature } from './kinds.mjs';

const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom)\(\s*['"`](\w+)/g,
  /\binsert\s+into\s+"?(\w+)/gi,
  /\bdelete\s+from\s+"?(\w+)/gi,
  /(?<!for\s)(?<!do\s)\bupdate\s+"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
];

function* writes(project, path) {
  const text = project.text(path);
  for (const pattern of WRITES) {
    for (const match of text.matchAll(pattern))
      yield { table: match[1].toLowerCase(), line: project.line(path, match.index) };
  }
}

/** Checks rule 3 for tables: a store may join the tables of other features, and writes only its own. */
export function checkTables(project) {
  const writers = new Map();
  for (const path of project.code(/^server\/src\/.*store\.ts$/)) {
    const feature = serverFeature(path);
    if (!feature || isTest(path)) continue;
    for (const { table, line } of writes(project, path)) {
      if (!writers.has(table)) writers.set(table, new Map());
      if (!writers.get(table).has(feature)) writers.get(table).set(feature, { file: path, line });
    }
  }
  const findings = [];
  for (const [table, features] of writers) {
    if (features.size < 2) continue;
    const names = [...features.keys()].join(', ');
    for (const where of features.values()) {
      findings.push({
        ...where,
        rule: 'rule 3',
        problem: `writes the table ${table}, which several features write (${names})`,
        fix: 'export a function from the feature that owns the table',
      });
    }
  }
  return findings;
}
