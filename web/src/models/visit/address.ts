import { randomHex } from '../../kit/random-id.ts';
import { keepBrowserId, keptBrowserId } from './browser-id.ts';
import { type Referral, readReferral } from './referral.ts';

/**
 * The link that this tab was opened with. It is kept in memory and in `history.state`, so that a reload finds it, and
 * never in the address, where it would be copied, logged and photographed.
 */
export type Visitor = {
  /** The access link's token; undefined if the address was opened without a link. */
  accessToken?: string;
  /** The name in the link, until the server sends the real one. */
  participantName?: string;
  /** This browser's secret, by which a used link recognizes its owner. */
  clientUniqueId: string;
  /** Where the person came from when this tab was opened. */
  referral?: Referral;
  /** The session of the last visit, for people without a link or an account: they may watch its recording. */
  attended?: string;
};

const stateKey = 'lectern';

export const visitor: Visitor = readVisitor();

function readVisitor(): Visitor {
  const address = new URL(window.location.href);
  const kept = keptVisitor();
  const clientUniqueId = kept?.clientUniqueId ?? keptBrowserId() ?? randomHex();
  keepBrowserId(clientUniqueId);

  const accessToken = address.searchParams.get('accessToken') || kept?.accessToken;
  const participantName = address.searchParams.get('participantName') || kept?.participantName;
  address.searchParams.delete('accessToken');
  address.searchParams.delete('participantName');

  const referral = kept?.referral ?? readReferral(address, document.referrer);
  const visitor: Visitor = {
    accessToken,
    participantName,
    clientUniqueId,
    referral,
    attended: kept?.attended,
  };
  keepVisitor(visitor, `${address.pathname}${address.search}${address.hash}`);
  return visitor;
}

function keepVisitor(visitor: Visitor, address?: string): void {
  window.history.replaceState({ ...window.history.state, [stateKey]: visitor }, '', address);
}

function keptVisitor(): Visitor | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !(stateKey in state)) return undefined;
  return (state as Record<typeof stateKey, Visitor>)[stateKey];
}

/** Keeps the visit for a reload after another page of ours was put into the address. */
export const keepVisit = (): void => keepVisitor(visitor);

/** Keeps the session of the visit that has just ended. */
export function keepAttended(participantToken: string): void {
  visitor.attended = participantToken;
  keepVisit();
}

/** Drops the link: from here on this tab uses the address alone. */
export function forgetLink(): void {
  visitor.accessToken = undefined;
  visitor.participantName = undefined;
  keepVisitor(visitor);
}

/** Continues as the visitor of another window of this browser, and drops what the address had after `#`. */
export function becomeVisitor(other: Visitor): void {
  Object.assign(visitor, other);
  keepVisitor(visitor, `${window.location.pathname}${window.location.search}`);
}
