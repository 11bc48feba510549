import type { Texts } from '../../i18n/texts.ts';
import {
  type Candidate,
  type CheckState,
  type CheckStates,
  checkNames,
  type Facts,
  verdictOf,
} from '../../models/diagnostics/checks.ts';

type Text = Texts['diagnostics'];

function candidateText({ type, protocol, relayProtocol, address }: Candidate, withAddress: boolean): string {
  const way = relayProtocol ? `${type} ${relayProtocol}` : `${type} ${protocol}`;
  return withAddress && address ? `${way} ${address}` : way;
}

/** The findings of a check, in one line. */
export function factsText(
  { ms, rttMs, device, size, codecs, route }: Facts,
  text: Text,
  withAddress = false,
) {
  const parts = [
    device,
    size,
    codecs?.join(', '),
    ms !== undefined && text.milliseconds(Math.round(ms)),
    rttMs !== undefined && text.roundTrip(Math.round(rttMs)),
    route && `${candidateText(route.local, withAddress)} → ${candidateText(route.remote, withAddress)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function foundText(check: CheckState, text: Text, withAddresses: boolean): string {
  if (check.status === 'passed') return factsText(check.facts, text, withAddresses);
  if (check.status === 'failed') return text.failures[check.failure].title;
  return check.status === 'skipped' ? text.skips[check.reason] : '';
}

type ReportParts = {
  checks: CheckStates;
  startedAt: Date | undefined;
  origin: string;
  userAgent: string;
  withAddresses: boolean;
};

/** The result as plain text for a message. It has no address of the person unless they choose so. */
export function reportText(
  { checks, startedAt, origin, userAgent, withAddresses }: ReportParts,
  text: Text,
): string {
  const lines = checkNames.map((name) => {
    const check = checks[name];
    const found = foundText(check, text, withAddresses);
    return `${text.names[name]}: ${text.states[check.status]}${found && ` (${found})`}`;
  });
  return [
    `${text.title}: ${origin}`,
    `${text.time}: ${startedAt?.toISOString() ?? ''}`,
    `${text.names.browser}: ${userAgent}`,
    text.verdicts[verdictOf(checks)].title,
    '',
    ...lines,
  ].join('\n');
}
