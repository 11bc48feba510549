/** What is wrong with an address before it is sent; where it leads, the server finds out. */
export function urlFault(written: string): 'missing' | 'bad' | undefined {
  const text = written.trim();
  if (text === '') return 'missing';
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? undefined : 'bad';
}
