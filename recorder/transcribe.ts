import { endLine } from './folder/transcribe-line.ts';
import { hideGraphicsCards } from './speech/no-vulkan.ts';

// `node recorder/transcribe.ts <chunk> <model> <language>` writes the words of a WAV file to its output, one in a line,
// and a last line about the whole. It ends with its parent: the end of its input is the end of the server that started it.

const [chunk, model, language] = process.argv.slice(2);
if (!chunk || !model || !language) {
  console.error('usage: node recorder/transcribe.ts <chunk> <model> <language>');
  process.exit(2);
}

process.stdin.on('end', () => process.exit(1)).resume();

try {
  // node-av loads the Vulkan loader when it is imported.
  using _library = hideGraphicsCards();
  const { transcribeChunk } = await import('./speech/transcribe.ts');
  const end = await transcribeChunk({ chunk, model, language });
  process.stdout.write(endLine(end), () => process.exit(0));
} catch (error) {
  console.error(error);
  process.exit(1);
}
