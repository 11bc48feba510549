import { useState } from 'react';
import { SilentPartBoundary } from '../../../faults/part-boundary.tsx';
import { ownMeeting } from '../../../models/meeting/meeting.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { contrastOf } from '../../../ui/theme/brand-colors.ts';
import { useStore } from '../../../ui/use-store.ts';
import css from './meeting.module.css';

/** The banner of the meeting with its logo, above everything else; nothing for a meeting without both. */
export const MeetingStrip = () => (
  <SilentPartBoundary part="notices">
    <Strip />
  </SilentPartBoundary>
);

function Strip() {
  const { bannerText = null, bannerColor = null, logoUrl = null } = useStore(ownMeeting) ?? {};
  const [broken, setBroken] = useState<string>();
  const logo = logoUrl === broken ? null : logoUrl;
  if (bannerText === null && logo === null) return null;
  return (
    <Row
      fixed
      align="center"
      justify="center"
      gap="md"
      p="xs md"
      ground="stage-raised"
      className={css.strip}
      style={bannerColor === null ? undefined : { background: bannerColor, color: inkOn(bannerColor) }}
    >
      {logo !== null && <img src={logo} alt="" className={css.logo} onError={() => setBroken(logo)} />}
      {bannerText !== null && (
        <Text size="md" weight={600} clamp={2} breaks dir="auto" title={bannerText}>
          {bannerText}
        </Text>
      )}
    </Row>
  );
}

/** Black or white, whichever is read more easily on this colour. */
const inkOn = (ground: string): string =>
  contrastOf(ground, '#ffffff') >= contrastOf(ground, '#000000') ? '#ffffff' : '#000000';
