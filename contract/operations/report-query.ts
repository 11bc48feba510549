import { Type } from 'typebox';
import { About } from '../model.ts';
import { Flag, fileInQuery, OneOf } from '../shared.ts';
import { attendanceRuleFields } from './rooms.ts';

/** The format of a report. */
export const reportFormatInQuery = Type.Optional(
  About(OneOf('json', 'xlsx', 'csv'), 'json, or a file with the same figures. Default json.'),
);

/** Replaces the rule of the room for one response. */
export const ruleInQuery = {
  minShare: Type.Optional({
    ...attendanceRuleFields.minShare,
    description: "The share of the call's length that a person has to be online, instead of the room's.",
  }),
  minSeconds: Type.Optional({
    ...attendanceRuleFields.minSeconds,
    description: "For how many seconds a person has to be online, instead of the room's.",
  }),
};

export const csvExample =
  'participantId,name,role,externalUserId\r\n69b95f9c83d6f07b1a2ec451,Amelia Clarke,user,student-1042\r\n';

/** Files of a report by their content type. */
export const reportFiles = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    'A workbook with the sheets Summary, Participants, Visits, Chat, Polls and Technical.',
  'text/csv': csvExample,
} as const;

/** How the report of a call is read. */
export const reportQuery = {
  format: reportFormatInQuery,
  ...fileInQuery,
  provisional: Type.Optional(Flag('Whether a running call has a report, too: what is known so far.')),
  ...ruleInQuery,
};
