import { Button, TextInput } from '@mantine/core';
import { comparableEmail, shownEmail } from '../../../../../contract/email.ts';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { emptyFault } from '../../../models/account/rules.ts';
import { useAccount, useApi, useOwnUser } from '../../../panel/context.ts';
import { CurrentPassword } from '../../../panel/current-password.tsx';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useFields } from '../../../panel/use-fields.ts';
import { navigate } from '../../../routing/navigation.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { PageHead } from '../../../ui/page/head.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { PageSkeleton } from '../../../ui/page/states.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import css from './delete-page.module.css';
import { type Choices, deletesGroup, GroupChoices } from './group-choices.tsx';
import { loadOwnGroups, type OwnGroup } from './load-groups.ts';

/** Deletes the account after the person decided what happens to each group and proved who they are. */
export default function DeletePage() {
  const text = useText('deletion');
  const profile = useText('account');
  const api = useApi();
  const groups = useLoaded({ key: ['own-groups'], load: () => loadOwnGroups(api) });
  return (
    <>
      <PageHead
        title={text.title}
        about={text.about}
        crumbs={[{ name: profile.profileTitle, to: pages.profile }]}
        crumbsLabel={text.crumbs}
      />
      <Section title={text.lostTitle} text={text.lostText}>
        <ul className={css.lost}>
          {Object.values(text.lost).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Text dim>{text.kept}</Text>
      </Section>
      <Loading of={groups} isPart placeholder={<PageSkeleton />}>
        {(owned) => <DeleteForm groups={owned} onStale={groups.reload} />}
      </Loading>
    </>
  );
}

type Values = { choices: Choices; currentPassword: string; confirmation: string };

const decisionOf = (groups: OwnGroup[], choices: Choices) => ({
  transfer: groups.flatMap(({ id }) => {
    const userId = choices[id];
    return userId && userId !== deletesGroup ? [{ spaceId: id, userId }] : [];
  }),
  deleteSpaces: groups.filter(({ id }) => choices[id] === deletesGroup).map(({ id }) => id),
});

function DeleteForm({ groups, onStale }: { groups: OwnGroup[]; onStale: () => void }) {
  const text = useText('deletion');
  const api = useApi();
  const account = useAccount();
  const me = useOwnUser();
  const { form, submit, onSubmit } = useFields<Values>({
    initialValues: { choices: {}, currentPassword: '', confirmation: '' },
    validate: ({ choices, currentPassword, confirmation }) => ({
      choices: groups.some(({ id }) => !choices[id]) && text.choiceMissing,
      currentPassword: emptyFault(currentPassword),
      confirmation: comparableEmail(confirmation) !== comparableEmail(me.email) && text.confirmationWrong,
    }),
    send: async ({ choices, currentPassword }) => {
      try {
        await api.deleteOwnUser({ body: { currentPassword, ...decisionOf(groups, choices) } });
      } catch (error) {
        onStale();
        throw error;
      }
      navigate(pages.accountDeleted, { replace: true });
      // Removes the cookies, which are worth nothing any more.
      await account.signOut().catch(() => account.dropEndedSession());
    },
    refusals: { spaces_owned: text.spaces_owned, last_account: text.last_account },
    focusAfterRefusal: 'currentPassword',
  });
  const isOutdated = Object.keys(submit.problem?.fields ?? {}).some((path) => path !== 'currentPassword');

  return (
    <form noValidate onSubmit={onSubmit}>
      <Section title={text.groupsTitle} text={text.groupsText}>
        <GroupChoices
          groups={groups}
          choices={form.values.choices}
          isMissingShown={Boolean(form.getInputProps('choices').error)}
          onChoose={(choices) => form.setFieldValue('choices', choices)}
        />
      </Section>
      <Section title={text.confirmTitle} text={text.confirmText}>
        <CurrentPassword {...form.getInputProps('currentPassword')} />
        <TextInput
          {...form.getInputProps('confirmation')}
          label={text.confirmation}
          description={text.confirmationHint(shownEmail(me.email))}
          autoComplete="off"
          inputMode="email"
        />
        {isOutdated ? <DialogError>{text.spaces_owned}</DialogError> : <ProblemLine of={submit} />}
        <Row gap="sm lg" wrap align="center">
          <Button type="submit" color="danger.6" loading={submit.isBusy}>
            {text.submit}
          </Button>
          <LinkButton to={pages.profile} variant="default">
            {text.cancel}
          </LinkButton>
        </Row>
      </Section>
    </form>
  );
}
