import { useText } from '../../../../i18n/language.ts';
import css from '../../links.module.css';
import type { RowFault } from '../model/parse-people.ts';

/** More are only counted. */
const mostShown = 20;

/** The problems of a list by row: no link is created before they are corrected. */
export function FaultList({ faults }: { faults: readonly RowFault[] }) {
  const text = useText('invite');
  const links = useText('links');
  const bad: Record<RowFault['of'], string> = {
    username: links.nameLong,
    externalUserId: links.idBad,
    email: links.emailBad,
    phone: links.phoneBad,
    role: text.roleBad,
    file: text.quote,
  };
  const wordsOf = ({ of, fault }: RowFault): string => {
    if (fault === 'missing') return links.nameMissing;
    if (fault === 'long') return links.nameLong;
    return fault === 'bad' ? bad[of] : text[fault];
  };
  return (
    <div role="alert" className={css.fault}>
      <p className={css.faultHead}>{text.faults(faults.length)}</p>
      <ul className={css.faults}>
        {faults.slice(0, mostShown).map((fault) => (
          <li key={`${fault.row} ${fault.of} ${fault.fault}`}>
            {text.row(fault.row)} {wordsOf(fault)}
          </li>
        ))}
      </ul>
    </div>
  );
}
