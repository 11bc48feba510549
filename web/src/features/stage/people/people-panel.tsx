import { VisuallyHidden } from '@mantine/core';
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconScreenShare,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import type { FeedbackAnswer } from '../../../../../contract/operations/feedback-answers.ts';
import { isFoundIn } from '../../../../../contract/search.ts';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { isOnStage } from '../../../models/call/layout/tiles.ts';
import { type Namesake, namesakesOf } from '../../../models/call/people/namesakes.ts';
import { type Person, sortForPeopleList } from '../../../models/call/people/people.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import panel from '../../../ui/parts/panel.module.css';
import { PeopleSearch, searchFrom } from '../../../ui/parts/people-search.tsx';
import { PersonNote, PersonRow } from '../../../ui/parts/person-row.tsx';
import { VirtualList } from '../../../ui/parts/virtual-list.tsx';
import { useCallState, useIsSpeaking } from '../call-context.ts';
import { FeedbackHead } from '../feedback/feedback-head.tsx';
import { FeedbackNote } from '../feedback/feedback-note.tsx';
import { useFeedback } from '../feedback/use-feedback.ts';
import { PartWithChat } from '../part-with-chat.tsx';
import { QualityBars } from '../tiles/quality-bars.tsx';
import { ClassControls } from './class-controls.tsx';
import { CopyInvitation } from './copy-invitation.tsx';
import { GroupTitle } from './group-title.tsx';
import { NamesakeNote } from './namesake-note.tsx';
import css from './people-panel.module.css';
import { PersonMenu } from './person-menu.tsx';
import { HandsHead, HandsNews, LetSpeak, LowerHand } from './raised-hands.tsx';
import { RandomPick } from './random-pick.tsx';
import { RemovedList } from './removed-list.tsx';
import { useHandPositions } from './use-hands.ts';
import { useMute } from './use-mute.ts';
import { useQualityLabel } from './use-quality-label.ts';
import { useWaiting } from './use-waiting.ts';
import { WaitingList } from './waiting-list.tsx';

type Props = {
  pinned: string | undefined;
  onPin: (key: string | undefined) => void;
  onAsk: (question: Question) => void;
};

export function PeopleList(props: Props) {
  const words = useText('moderation');
  const waitingList = useText('waitingList');
  const language = useLanguage();
  const all = useCallState((state) => state.people);
  const [search, setSearch] = useState('');
  const wanted = all.length >= searchFrom ? search.trim() : '';
  const people = useMemo(
    () => (wanted ? all.filter(({ name }) => isFoundIn([name], wanted)) : all),
    [all, wanted],
  );
  const namesakes = useMemo(() => namesakesOf(all), [all]);
  const places = useHandPositions();
  const { answers } = useFeedback();
  const { raised, speaking, watching } = useMemo(
    () => groupsOf(people, { places, language }),
    [people, places, language],
  );
  const isDoorFree = useWaiting().length === 0;
  const isOneGroup = raised.length === 0 && watching.length === 0 && isDoorFree;
  const rest = raised.length > 0 ? words.others : waitingList.inCall;
  const marks = { namesakes, answers, ...props };
  return (
    <>
      <CopyInvitation className={css.invite ?? ''} />
      <PartBoundary part="people" look="line">
        <ClassControls />
        <RandomPick />
      </PartBoundary>
      <PartWithChat part="gestures" look="line">
        <FeedbackHead />
      </PartWithChat>
      <WaitingList onAsk={props.onAsk} />
      {all.length >= searchFrom && (
        <PeopleSearch label={words.search} pt={8} pb={4} value={search} onChange={setSearch} />
      )}
      {people.length === 0 && (
        <Text mt="xs" mb="sm" size="md" dim className={panel.inset}>
          {words.nobodyFound}
        </Text>
      )}
      <HandsNews count={places.size} />
      {raised.length > 0 && <HandsHead count={raised.length} />}
      <Rows people={raised} places={places} {...marks} />
      {speaking.length > 0 && !isOneGroup && (
        <GroupTitle count={speaking.length}>{watching.length > 0 ? words.onStage : rest}</GroupTitle>
      )}
      <Rows people={speaking} {...marks} />
      {watching.length > 0 && <GroupTitle count={watching.length}>{words.audience}</GroupTitle>}
      <Rows people={watching} {...marks} />
      <RemovedList />
    </>
  );
}

type GroupOptions = { places: ReadonlyMap<string, number>; language: string };

function groupsOf(people: readonly Person[], { places, language }: GroupOptions) {
  const placeOf = ({ id }: Person): number => places.get(id) ?? 0;
  const rest = sortForPeopleList(people, language).filter((person) => placeOf(person) === 0);
  return {
    raised: people
      .filter((person) => placeOf(person) > 0)
      .sort((one, other) => placeOf(one) - placeOf(other)),
    speaking: rest.filter(isOnStage),
    watching: rest.filter((person) => !isOnStage(person)),
  };
}

type RowsProps = Props & {
  people: readonly Person[];
  places?: ReadonlyMap<string, number>;
  namesakes: ReadonlyMap<string, Namesake>;
  answers: ReadonlyMap<string, FeedbackAnswer>;
};

function Rows({ people, places, namesakes, answers, ...props }: RowsProps) {
  return (
    <VirtualList items={people} keyOf={idOf} rowHeight={56}>
      {(person) => (
        <PersonItem
          person={person}
          place={places?.get(person.id)}
          namesake={namesakes.get(person.id)}
          answer={answers.get(person.id)}
          {...props}
        />
      )}
    </VirtualList>
  );
}

const idOf = ({ id }: Person): string => id;

type RowProps = Props & {
  person: Person;
  place: number | undefined;
  namesake: Namesake | undefined;
  answer: FeedbackAnswer | undefined;
};

const PersonItem = memo(function PersonItem({ person, place, namesake, answer, ...props }: RowProps) {
  const text = useText('stage');
  const words = useText('moderation');
  const hands = useText('gestures');
  const notes = [person.isMe && text.you, person.role === 'moderator' && words.moderator].filter(Boolean);
  const isUp = place !== undefined;
  return (
    <PersonRow
      name={person.name}
      seed={person.id}
      mark={
        isUp && (
          <Text as="span" center tabular p="0 xs" size="xs" weight={650} className={css.place}>
            {place}
          </Text>
        )
      }
      notes={
        <>
          {notes.length > 0 && <PersonNote>{notes.join(' · ')}</PersonNote>}
          <NamesakeNote namesake={namesake} />
          {answer && <FeedbackNote answer={answer} />}
          <Quality person={person} />
          {isUp && <LetSpeak person={person} />}
        </>
      }
    >
      {isUp && <VisuallyHidden>{hands.raised(place)}</VisuallyHidden>}
      <Row as="span" fixed align="center" gap="md">
        {isOnStage(person) && <Marks person={person} />}
        {isUp && <LowerHand person={person} />}
        <PersonMenu person={person} {...props} />
      </Row>
    </PersonRow>
  );
});

function Quality({ person }: { person: Person }) {
  const label = useQualityLabel(person);
  if (label === undefined) return null;
  const tone = person.quality === 'lost' ? 'danger' : 'warning';
  return (
    <Row as="span" align="center" gap="xs" size="sm" leading={1.35} tone={tone}>
      <QualityBars quality={person.quality} size={16} />
      {label}
    </Row>
  );
}

function Marks({ person }: { person: Person }) {
  const text = useText('stage');
  const devices = useText('devices');
  const words = useText('moderation');
  const isSpeaking = useIsSpeaking(person.id) && person.microphone;
  const Microphone = person.microphone ? IconMicrophone : IconMicrophoneOff;
  const Camera = person.camera ? IconVideo : IconVideoOff;
  return (
    <Row as="span" fixed align="center" gap="sm" className={css.marks}>
      {person.screen ? <IconScreenShare size={18} role="img" aria-label={devices.screen} /> : <span />}
      <Camera
        size={18}
        data-off={!person.camera || undefined}
        role="img"
        aria-label={person.camera ? devices.camera : words.cameraOff}
      />
      <MuteButton person={person}>
        <Microphone
          size={18}
          data-off={!person.microphone || undefined}
          data-speaking={isSpeaking || undefined}
          role="img"
          aria-label={isSpeaking ? text.speaking : person.microphone ? devices.microphone : text.muted}
        />
      </MuteButton>
    </Row>
  );
}

/** The mark of the microphone, which a moderator presses to mute the person. */
function MuteButton({ person, children }: { person: Person; children: ReactNode }) {
  const muting = useMute(person);
  if (!muting) return children;
  const { label, mute } = muting;
  return (
    <IconButton size={44} aria-label={label} title={label} onClick={mute}>
      {children}
    </IconButton>
  );
}
