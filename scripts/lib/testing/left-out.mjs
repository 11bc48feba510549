/** The prefix with which a test reports that this machine lacks something that the product does not need. */
const elsewhere = 'not to be had here: ';

/**
 * Divides the tests that were skipped: `{ name, why }`.
 * @returns lines: `notRun`, which count as failed under CI=true, and `notHere`, which do not
 */
export function divideSkipped(skipped) {
  const linesOf = (tests, prefix) => tests.map(({ name, why }) => `${name}: ${why.replace(prefix, '')}`);
  const isElsewhere = ({ why }) => why.startsWith(elsewhere);
  return {
    notRun: linesOf(
      skipped.filter((test) => !isElsewhere(test)),
      /^not run: /,
    ),
    notHere: linesOf(skipped.filter(isElsewhere), elsewhere),
  };
}
