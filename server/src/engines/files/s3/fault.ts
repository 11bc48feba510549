import { S3ServiceException } from '@aws-sdk/client-s3';
import { FilesAway, FilesRefused } from '../files.ts';

/** An error of the network may be many in one, and say nothing itself. */
function told(error: Error): string {
  if (error.name === 'AbortError') return 'it does not answer in time';
  if (error.message) return error.message;
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : error.name;
}

const isRefusal = (status: number | undefined): boolean =>
  status !== undefined && status >= 300 && status < 500 && ![408, 429].includes(status);

/** What an answer without a body means: to HEAD there is none. */
const meanings: Record<number, string> = {
  301: 'it says to ask elsewhere: in another region, or at another address',
  302: 'it says to ask elsewhere',
  307: 'it says to ask elsewhere: in another region, or at another address',
  400: 'it does not understand us',
  403: 'it knows no such key, or the key has no right to that',
  404: 'it knows no such bucket, or no such key',
};

function saidBy({ name, message, $metadata: { httpStatusCode: status = 0 } }: S3ServiceException): string {
  const isTold = message !== '' && message !== 'UnknownError' && message !== name;
  return `${isTold ? `${name}: ${message}` : (meanings[status] ?? name)} (${status || 'no answer'})`;
}

/** What the storage, or the way to it, said, as the product's own error. What it says holds no secret of ours. */
export function faultOf(error: unknown, doing: string): FilesAway {
  if (error instanceof FilesAway) return error;
  if (error instanceof S3ServiceException) {
    const text = `The object storage did not ${doing}: ${saidBy(error).replace(/\.$/, '')}.`;
    return isRefusal(error.$metadata.httpStatusCode) && error.name !== 'RequestTimeout'
      ? new FilesRefused(text, { cause: error })
      : new FilesAway(text, { cause: error });
  }
  const why = error instanceof Error ? told(error) : String(error);
  return new FilesAway(`The object storage did not ${doing}: ${why.trim().replace(/\.$/, '')}.`, {
    cause: error,
  });
}

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  error.$metadata.httpStatusCode === 404 &&
  // The second one is what an answer without a body is called.
  ['NoSuchKey', 'NotFound'].includes(error.name);
