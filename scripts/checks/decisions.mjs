const decisions = /^docs\/decisions\/(\d{4})-[\w-]+\.md$/;
const statusLine = /^# .+\n\nStatus: (?:holds|(amended|replaced) by \[(\d{4})\]\(\2-[\w-]+\.md\))\.\n/;
const citation = /\bdecisions\/(\d{4})\b/g;
/** Pages that list everything do not show where a decision acts. Tests of checks name invented decisions. */
const withoutCitations =
  /^docs\/decisions\/|^(?:ARCHITECTURE|CHANGELOG)\.md$|^scripts\/checks\/.*\.test\.mjs$/;

function* citationsIn(project) {
  for (const file of project.paths().filter((path) => !withoutCitations.test(path))) {
    for (const { 1: number, index } of project.text(file).matchAll(citation)) {
      yield { file, line: project.line(file, index), number };
    }
  }
}

/** Checks that each decision states whether it holds and is cited where it acts, and that cited ones exist. */
export function checkDecisions(project) {
  const files = new Map(project.paths(decisions).map((file) => [decisions.exec(file)[1], file]));
  const citations = [...citationsIn(project)];
  const cited = new Set(citations.map(({ number }) => number));
  const found = citations
    .filter(({ number }) => !files.has(number))
    .map(({ file, line, number }) => ({
      ...{ file, line, rule: 'decisions' },
      ...{ problem: `cites decision ${number}, which does not exist`, fix: 'cite the one that holds now' },
    }));
  for (const [number, file] of files) {
    const status = statusLine.exec(project.text(file));
    const where = { file, line: status ? 1 : 3, rule: 'decisions' };
    if (!status) {
      const fix = 'write "Status: holds." or "Status: amended by [NNNN](NNNN-name.md)." below the heading';
      found.push({ ...where, problem: 'has no status line', fix });
    } else if (status[1] !== 'replaced' && !cited.has(number)) {
      const fix = `write (docs/decisions/${number}) into the comment of its code, or delete the decision`;
      found.push({ ...where, problem: 'is not cited where it acts', fix });
    }
  }
  return found;
}
