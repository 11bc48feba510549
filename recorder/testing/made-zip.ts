import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** Makes a zip of these files. */
export async function makeZip(files: Record<string, Buffer>): Promise<Buffer<ArrayBuffer>> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream as NodeJS.ReadableStream));
}
