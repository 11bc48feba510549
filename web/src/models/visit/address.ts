import { pages, pathTo } from '../../../../contract/pages.ts';
import { takeParameter, withoutTail } from '../../kit/copied-address.ts';
import { pageState } from '../../kit/page-state.ts';
import { randomHex } from '../../kit/random-id.ts';
import { aliasIn } from './alias-in.ts';
import { keepBrowserId, keptBrowserId } from './browser-id.ts';
import { isInApp } from './in-app.ts';
import { type Referral, readReferral } from './referral.ts';

/**
 * The link that this tab was opened with. It is kept in memory and in `history.state`, so that a reload finds it, and
 * not in the address, where it would be copied, logged and photographed. A browser inside an app shows it in the
 * address until the entry, because its "Open in browser" passes on nothing else.
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

const kept = pageState<Visitor>('lectern');

export const visitor: Visitor = readVisitor();

function readVisitor(): Visitor {
  const address = new URL(window.location.href);
  const earlier = kept.read();
  const clientUniqueId = earlier?.clientUniqueId ?? keptBrowserId() ?? randomHex();
  keepBrowserId(clientUniqueId);

  const token = takeParameter(address.searchParams, 'accessToken');
  const accessToken = withoutTail(token ?? '') || earlier?.accessToken;
  const participantName = takeParameter(address.searchParams, 'participantName') || earlier?.participantName;
  const alias = aliasIn(address.pathname);
  const copied = alias === undefined ? undefined : withoutTail(alias);
  if (copied && copied !== alias) address.pathname = pathTo(pages.room, { alias: copied });

  const referral = earlier?.referral ?? readReferral(address, document.referrer);
  const visitor: Visitor = {
    accessToken,
    participantName,
    clientUniqueId,
    referral,
    attended: earlier?.attended,
  };
  if (accessToken && isInApp(navigator.userAgent)) address.searchParams.set('accessToken', accessToken);
  kept.write(visitor, `${address.pathname}${address.search}${address.hash}`);
  return visitor;
}

/** Keeps the visit for a reload after another page of ours was put into the address. */
export const keepVisit = (): void => kept.write(visitor);

/** Keeps the session of the visit that has just ended. */
export function keepAttended(participantToken: string): void {
  visitor.attended = participantToken;
  keepVisit();
}

/** Removes the link's token from the address, where a browser inside an app has kept it. */
export function hideLink(): void {
  const address = new URL(window.location.href);
  address.searchParams.delete('accessToken');
  kept.write(visitor, `${address.pathname}${address.search}${address.hash}`);
}

/** Drops the link: from here on this tab uses the address alone. */
export function forgetLink(): void {
  visitor.accessToken = undefined;
  visitor.participantName = undefined;
  hideLink();
}

/** Continues as the visitor of another window of this browser, and drops what the address had after `#`. */
export function becomeVisitor(other: Visitor): void {
  Object.assign(visitor, other);
  kept.write(visitor, `${window.location.pathname}${window.location.search}`);
}
