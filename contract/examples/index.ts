import type { Operation } from '../paths.ts';
import { accountModels, accountParameters } from './accounts.ts';
import { analyticsModels, analyticsParameters } from './analytics.ts';
import { assetModels, assetParameters } from './assets.ts';
import { callAnswers, callModels, callParameters } from './calls.ts';
import { chatAnswers, chatModels, chatParameters } from './chat.ts';
import { groupModels, groupParameters } from './groups.ts';
import { externalUser, ids } from './ids.ts';
import { playbackEventModels, playbackEventParameters } from './playback-events.ts';
import { playbackReportModels } from './playback-report.ts';
import { playbackModels, playbackParameters } from './playbacks.ts';
import { recordAnswers, recordModels, recordParameters } from './records.ts';
import { reminderModels, reminderParameters } from './reminders.ts';
import { roomModels, roomParameters } from './rooms.ts';
import { transcriptionAnswers, transcriptionModels, transcriptionParameters } from './transcription.ts';
import { viewingModels, viewingParameters } from './viewings.ts';
import { webhookAnswers, webhookModels, webhookParameters } from './webhooks.ts';

/** The example of a request or response, by the name of its model (openapi/names.ts). */
export const models: Record<string, unknown> = {
  ...accountModels,
  ...groupModels,
  ...roomModels,
  ...playbackModels,
  ...playbackEventModels,
  ...playbackReportModels,
  ...viewingModels,
  ...reminderModels,
  ...callModels,
  ...analyticsModels,
  ...recordModels,
  ...transcriptionModels,
  ...assetModels,
  ...webhookModels,
  ...chatModels,
  Empty: {},
};

/** Responses of operations for which the example of the model does not fit. */
export const operationAnswers: Partial<Record<Operation, unknown>> = {
  ...callAnswers,
  ...recordAnswers,
  ...transcriptionAnswers,
  ...webhookAnswers,
  ...chatAnswers,
};

/** Parameters in paths, queries and headers by name; `operation.name` where an operation differs. */
export const parameters: Record<string, string> = {
  ...accountParameters,
  ...groupParameters,
  ...roomParameters,
  ...playbackParameters,
  ...playbackEventParameters,
  ...viewingParameters,
  ...reminderParameters,
  ...callParameters,
  ...analyticsParameters,
  ...recordParameters,
  ...transcriptionParameters,
  ...assetParameters,
  ...webhookParameters,
  ...chatParameters,
  externalId: externalUser,
  'joinExternalChannel.externalId': ids.room,
  'listMembers.search': 'hughes',
  'listRoles.search': 'hughes',
  'listAccessLinks.search': 'clarke',
  'revokeAccessLinksOfPerson.externalUserId': externalUser,
};
