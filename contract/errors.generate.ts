import { join } from 'node:path';
import { type ErrorCode, errors } from './errors.ts';
import { writeOrCheck } from './generate.ts';

/** Escapes what Markdown would read as a tag or as the end of a table's cell. */
const cell = (text: string) => text.replaceAll('<', '&lt;').replaceAll('|', '\\|');

const rows = (Object.keys(errors) as ErrorCode[])
  .sort((a, b) => errors[a].status - errors[b].status || (a < b ? -1 : 1))
  .map((code) => `| ${errors[code].status} | \`${code}\` | ${cell(errors[code].message)} |`);

const text = `# Errors

<!-- Generated from contract/errors.ts by \`npm run generate\`: change it there. -->

An answer of 400 and above has the body \`{"message", "code", "details"?}\`: \`message\` is a sentence for a person,
\`code\` a word for a program, and \`details\` a list of \`{"path", "message"}\` that names every bad field at once.
The message of \`validation_failed\` is the first of them, and how many more there are: \`role: must be one of user, moderator (and 1 more)\`.
The set of codes is closed: this is all of them. Every answer carries \`x-request-id\`, which helps the operator find it in the log.

The token endpoint (\`POST /v1/auth/token\`) answers as OAuth does, \`{"error", "error_description"}\`, with the codes
\`invalid_client\`, \`invalid_grant\`, \`invalid_request\` and \`unsupported_grant_type\` as \`error\`.

| status | code | message |
|---|---|---|
${rows.join('\n')}
`;

writeOrCheck(join(import.meta.dirname, '../docs/errors.md'), text);
