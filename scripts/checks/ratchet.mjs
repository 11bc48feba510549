const countsOf = (project, { files, countIn }) =>
  project
    .paths(files)
    .map((path) => [path, countIn(project.text(path), project)])
    .filter(([, count]) => count > 0);

/**
 * Checks that no file has more of something than its list allows. The list has what was there when the rule came.
 * @param ratchet `files` matches paths, `countIn` counts in the text of one, `list` is the path of the list, and `what`
 * names what is counted
 */
export function checkRatchet(project, ratchet) {
  const { list, rule, what, fix } = ratchet;
  const allowed = JSON.parse(project.text(list) ?? '{}');
  return countsOf(project, ratchet)
    .filter(([path, count]) => count > (allowed[path] ?? 0))
    .map(([path, count]) => ({
      ...{ file: path, line: 1, rule, fix },
      problem: `has ${count} ${what}, of which ${allowed[path] ?? 0} are listed`,
    }));
}

/** The list as far as files still need it: it may only shrink. Without a list, all that is there is allowed. */
export function loweredList(project, ratchet) {
  const text = project.text(ratchet.list);
  const known = text === undefined ? undefined : JSON.parse(text);
  const lowered = countsOf(project, ratchet)
    .map(([path, count]) => [path, known ? Math.min(count, known[path] ?? 0) : count])
    .filter(([, count]) => count > 0);
  return Object.fromEntries(lowered);
}
