/** The input of a picture, 25 times a second: the people present and the newest frame of each. */

import type { PlacedTile } from '../folder/journal.ts';
import type { StageEntry } from '../folder/stage.ts';

/**
 * The newest frame of a track, upright: I420, its three planes packed without gaps, colour planes rounded up where a
 * side is odd. It is kept and drawn again while tiles move, so its memory must not be written to later.
 */
export interface VideoPicture {
  data: Uint8Array;
  width: number;
  height: number;
  /** Differs for each frame: a frame of the same number has been drawn already. */
  serial: number;
}

export interface ScenePerson {
  participantId: string;
  name: string;
  /** Position in the order of arrival. Tiles do not move when others speak. */
  order: number;
  /** Since when a moderator shows the person large to everybody, as sortable text. */
  spotlitSince?: string | undefined;
  isMuted: boolean;
  isSpeaking: boolean;
  /** Undefined: off, muted or not received yet; a placeholder is drawn. */
  camera: VideoPicture | undefined;
  /** Undefined: no shared screen. */
  screen: VideoPicture | undefined;
}

export interface Scene {
  people: readonly ScenePerson[];
  /** The person who is large in the speaker view: the last one who spoke for long enough. */
  speakerId: string | undefined;
  /** The item on the stage; undefined: not known, and the newest screen is shown. */
  stage?: StageOfScene | undefined;
}

/** The item on the stage, with the picture of its page. */
export interface StageOfScene
  extends Pick<StageEntry, 'kind' | 'participantId'>,
    Partial<Pick<StageEntry, 'documentId' | 'page' | 'title' | 'document'>> {
  slide?: VideoPicture | undefined;
}

/** A video that the picture shows or will show soon, with its size. No others need to be received. */
export interface WantedVideo {
  participantId: string;
  source: 'camera' | 'screen';
  width: number;
  height: number;
}

/** Draws scenes; one for each recording. */
export interface Picture {
  /** The tiles of the last scene, where they are when they have moved. */
  readonly tiles: readonly PlacedTile[];
  /**
   * Draws the scene at `t` seconds of media; tiles move between calls.
   * @returns I420 of the whole picture; the next call overwrites it
   */
  draw(scene: Scene, t: number): Uint8Array;
  /** The videos that the scene needs. `cameras` and `screens` name the participants who send one. */
  wanted(
    scene: Scene,
    sending: { cameras: ReadonlySet<string>; screens: ReadonlySet<string> },
  ): WantedVideo[];
  /** Draws smaller pictures from now on, because the recorder is overloaded. */
  resize(size: { width: number; height: number }): void;
  close(): void;
}
