import { S3ServiceException } from '@aws-sdk/client-s3';
import { FilesAway, FilesRefused } from '../files.ts';

/** A network error may be an AggregateError without a message of its own. */
function messageOf(error: Error): string {
  if (error.name === 'AbortError') return 'no answer in time';
  if (error.message) return error.message;
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : error.name;
}

const isRefusal = (status: number | undefined): boolean =>
  status !== undefined && status >= 300 && status < 500 && ![408, 429].includes(status);

/** Meanings of a status without a body, as in a response to HEAD. */
const meanings: Record<number, string> = {
  301: 'redirected; the region or the endpoint is wrong',
  302: 'redirected',
  307: 'redirected; the region or the endpoint is wrong',
  400: 'bad request',
  403: 'unknown access key, or the key has no right to do this',
  404: 'unknown bucket or access key',
};

function textOf({ name, message, $metadata: { httpStatusCode: status = 0 } }: S3ServiceException): string {
  const hasMessage = message !== '' && message !== 'UnknownError' && message !== name;
  return `${hasMessage ? `${name}: ${message}` : (meanings[status] ?? name)} (${status || 'no answer'})`;
}

/** Converts an error of the storage or the network into ours. The message holds no secret. */
export function faultOf(error: unknown, doing: string): FilesAway {
  if (error instanceof FilesAway) return error;
  if (error instanceof S3ServiceException) {
    const text = `The object storage did not ${doing}: ${textOf(error).replace(/\.$/, '')}.`;
    return isRefusal(error.$metadata.httpStatusCode) && error.name !== 'RequestTimeout'
      ? new FilesRefused(text, { cause: error })
      : new FilesAway(text, { cause: error });
  }
  const why = error instanceof Error ? messageOf(error) : String(error);
  return new FilesAway(`The object storage did not ${doing}: ${why.trim().replace(/\.$/, '')}.`, {
    cause: error,
  });
}

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  error.$metadata.httpStatusCode === 404 &&
  // `NotFound` is the SDK's name for a 404 without a body.
  ['NoSuchKey', 'NotFound'].includes(error.name);
