import { useText } from '../../../../i18n/language.ts';
import { Name } from '../../../../ui/parts/name.tsx';
import css from '../../links.module.css';
import type { AccessLink } from '../../shared-room.ts';
import type { ListedPerson } from '../model/parse-people.ts';

const mostShown = 30;

type Props = { people: readonly ListedPerson[]; known: ReadonlyMap<number, AccessLink> };

export function PeopleTable({ people, known }: Props) {
  const text = useText('invite');
  const links = useText('links');
  return (
    <section className={css.preview} aria-label={text.preview(people.length)}>
      <table className={css.table}>
        <caption className={css.caption}>{text.preview(people.length)}</caption>
        <thead>
          <tr>
            <th scope="col">{links.name}</th>
            <th scope="col">{text.details}</th>
            <th scope="col">{links.role}</th>
          </tr>
        </thead>
        <tbody>
          {people.slice(0, mostShown).map(({ row, username, externalUserId, email, phone, role }) => (
            <tr key={row}>
              <td>
                <Name>{username}</Name>
                {known.has(row) && <span className={css.quiet}>{text.hasLink}</span>}
              </td>
              <td>{[externalUserId, email, phone].filter(Boolean).join(', ')}</td>
              <td>{links[role]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {people.length > mostShown && <p className={css.quiet}>{text.more(people.length - mostShown)}</p>}
    </section>
  );
}
