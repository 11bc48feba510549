/** Saves a file under a name without leaving the page. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click; a minute is enough even for a prompt of its own.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
