import { timestamp } from '../../platform/clock.ts';

export const reportTypes = {
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

export type ReportFormat = keyof typeof reportTypes;

/** The name and the day in the name of a file, such as those of a room and its call. */
export interface FileTitle {
  name: string;
  since: Date;
}

/** Such as `Algebra 2026-03-17.xlsx`, with the UTC day; JSON has no name. */
export const reportFileName = ({ name, since }: FileTitle, format: ReportFormat): string | undefined =>
  format === 'json' ? undefined : `${name} ${timestamp(since).slice(0, 10)}.${format}`;
