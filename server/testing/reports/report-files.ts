/** The writers of reports, for the bench, which imports nothing of the server itself. */
export { toCsv } from '../../src/analytics/report/csv.ts';
export { toXlsx } from '../../src/analytics/report/xlsx.ts';
