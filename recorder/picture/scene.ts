/** What the picture is made of, 25 times a second: who is there, and the newest frame of each. */

/**
 * The newest frame of a track, upright: I420, its three planes packed without gaps, colour planes rounded up where a
 * side is odd. It is kept and drawn again while things move: its memory must not be written to later.
 */
export interface VideoPicture {
  data: Uint8Array;
  width: number;
  height: number;
  /** Another number for another frame: what has the same number was drawn already. */
  serial: number;
}

export interface ScenePerson {
  participantId: string;
  name: string;
  /** Place in the order of arrival: tiles stay where they are when others speak. */
  order: number;
  isMuted: boolean;
  isSpeaking: boolean;
  /** Undefined: off, muted, or not seen yet; a placeholder is drawn. */
  camera: VideoPicture | undefined;
  /** Undefined: shares no screen. */
  screen: VideoPicture | undefined;
}

export interface Scene {
  people: readonly ScenePerson[];
  /** Who is large in the speaker view: the one who spoke last for long enough. */
  speakerId: string | undefined;
}

/** A video that the picture shows or is about to show, and how large: nothing else needs to be received. */
export interface WantedVideo {
  participantId: string;
  source: 'camera' | 'screen';
  width: number;
  height: number;
}

/** Draws scenes: one for a recording. */
export interface Picture {
  /**
   * Draws the scene as it is at this moment of the media (seconds); layout changes move between calls.
   * @returns I420 of the whole picture; the same memory at every call
   */
  draw(scene: Scene, t: number): Uint8Array;
  /** Which videos the scene needs, by who could send one: `cameras` and `screens` name those who do. */
  wanted(
    scene: Scene,
    sending: { cameras: ReadonlySet<string>; screens: ReadonlySet<string> },
  ): WantedVideo[];
  /** Draws smaller from now on: an overloaded recorder saves. */
  resize(size: { width: number; height: number }): void;
  close(): void;
}
