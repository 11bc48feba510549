/** The subjects of entries of the audit log. */
export const auditedKinds = [
  'group',
  'member',
  'invitation',
  'account',
  'token',
  'room',
  'webinar',
  'webhook',
  'bigbluebutton',
  'recording',
  'transcript',
  'video',
  'chat',
  'person',
] as const;
export type AuditedKind = (typeof auditedKinds)[number];

/** The makers of changes: the kinds of credentials of accounts, the tokens of a group, and commands. */
export const auditActors = ['session', 'user', 'personal', 'group', 'client', 'operator'] as const;
export type AuditActor = (typeof auditActors)[number];
