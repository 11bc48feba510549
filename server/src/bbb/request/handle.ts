import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitKeyOf } from '../../platform/http/networks.ts';
import type { AskedCall, Call } from '../calls.ts';
import type { BbbParts } from '../parts.ts';
import { type AskedDocument, largestBodies, readBody, readDocuments, typeOf } from './body.ts';
import { fail, TooManyRequests } from './failures.ts';
import type { RequestedCall } from './path.ts';
import { isSigned, readQuery, sortedForm } from './query.ts';
import { groupOfServer, type Server, serverOf } from './server-of.ts';

/** The numbers of requests with one secret, and of wrong ones from one address, in a minute. */
export const requestsPerMinute = { ofSecret: 6000, ofAddress: 3000 };

async function count({ limits, limitPerMinute }: BbbParts, key: string, usual: number): Promise<void> {
  const limit = limitPerMinute ?? usual;
  if (limit === 0) return;
  const { allowed, reset } = await limits.take(key, limit);
  if (!allowed) throw new TooManyRequests(reset);
}

/** Counts and refuses a request without a right checksum. The rest of it is not read. */
async function refuseUnsigned(parts: BbbParts, request: FastifyRequest): Promise<never> {
  await count(parts, `bbb-unsigned:${limitKeyOf(request.ip)}`, requestsPerMinute.ofAddress);
  return fail('checksumError');
}

const formType = 'application/x-www-form-urlencoded';
const xmlTypes = ['application/xml', 'text/xml'];

/** The parameters of a request whose checksum is right, and its body if that is not a form. */
interface Signed extends Pick<AskedCall, 'parameters' | 'emptied'> {
  body: Buffer | undefined;
}

const mayHaveBody = ({ method }: FastifyRequest): boolean => method === 'POST';

async function checkSigned(
  parts: BbbParts,
  { call, query }: RequestedCall,
  { request, server }: { request: FastifyRequest; server: Server },
): Promise<Signed> {
  const isForm = query === '' && mayHaveBody(request) && typeOf(request) === formType;
  const form = isForm ? (await readBody(request, largestBodies.form)).toString('latin1') : undefined;
  const { parameters, emptied, checksum, signed } = readQuery(form ?? query);
  const texts = form === undefined ? [signed] : [signed, sortedForm(form)];
  const isRight = isSigned({ checksum, texts: texts.map((text) => `${call}${text}`) }, server.secrets);
  if (!isRight || !server.isUsable) return refuseUnsigned(parts, request);
  return {
    ...{ parameters, emptied },
    body:
      form === undefined && mayHaveBody(request) ? await readBody(request, largestBodies.other) : undefined,
  };
}

const uploadType = 'multipart/form-data';

function uploadIn(request: FastifyRequest, call: Call, body: Buffer | undefined): AskedCall['upload'] {
  const { 'content-type': contentType } = request.headers;
  if (!call.takesUpload || typeOf(request) !== uploadType || !body?.length) return undefined;
  return { body, contentType: contentType ?? '' };
}

/** Refuses a body that the call does not take. A form beside a query is not signed, so it is not read. */
function documentsIn(request: FastifyRequest, call: Call, body: Buffer | undefined): AskedDocument[] {
  const type = typeOf(request);
  if (body === undefined || body.length === 0 || type === formType) return [];
  if (type === uploadType && call.takesUpload) return [];
  if (!xmlTypes.includes(type) || !call.takesXml) return fail('unsupportedContentType');
  return readDocuments(body);
}

const readsPages = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '');

/** Checks a request in the order of the specification: base, checksum, then what it asks for. */
export async function askedIn(
  parts: BbbParts,
  { request, target, call }: { request: FastifyRequest; target: RequestedCall; call: Call },
): Promise<AskedCall> {
  const server = await serverOf(parts, target.base);
  const { parameters, emptied, body } = await checkSigned(parts, target, { request, server });
  const key = target.base === 'installation' ? target.base : target.base.spaceId;
  await count(parts, `bbb:${key}`, requestsPerMinute.ofSecret);
  return {
    spaceId: await groupOfServer(parts, server),
    isOfInstallation: target.base === 'installation',
    ...{ parameters, emptied, upload: uploadIn(request, call, body) },
    documents: documentsIn(request, call, body),
    readsPages: readsPages(request),
  };
}

export const headersOfXml = { 'content-type': 'text/xml;charset=utf-8', 'cache-control': 'no-cache' };

export const sendXml = (reply: FastifyReply, xml: string): FastifyReply =>
  reply.headers(headersOfXml).send(xml);
