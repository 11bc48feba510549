/** The invitation that people in a call copy. */
export const invitation = {
  copy: 'Copy invitation',
  copied: 'Invitation copied',
  words: (room: string, url: string, code: string | undefined) =>
    [`Join “${room}”: ${url}`, code].filter(Boolean).join('\n'),
  code: (code: string, host: string) => `Or enter the code ${code} at ${host}`,
};
