/** Checks an address before it is sent. The server checks where it leads. */
export function urlFault(written: string): 'missing' | 'bad' | undefined {
  const text = written.trim();
  if (text === '') return 'missing';
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? undefined : 'bad';
}
