import type { CheckName, Failure, SkipReason, Verdict } from '../../models/diagnostics/checks.ts';

type Explained = { title: string; advice: string };

/** The page that tests the devices and the connection. */
export const diagnostics = {
  title: 'Test your device and connection',
  about:
    'This page tests the camera, the microphone and every way in which a call can reach the server. Nothing is recorded, and nobody sees or hears you. It takes up to a minute.',
  start: 'Start the test',
  again: 'Test again',
  running: (check: string) => `Testing: ${check}`,
  list: 'Tests',
  speak: 'Say something: the bar must move.',
  picture: 'Your camera picture',
  level: 'Microphone level',
  states: {
    waiting: 'Waiting',
    running: 'Testing…',
    passed: 'Works',
    failed: 'Does not work',
    skipped: 'Not tested',
  },
  names: {
    browser: 'Browser',
    camera: 'Camera',
    microphone: 'Microphone',
    server: 'Server',
    socket: 'Chat',
    signalling: 'Call setup',
    udp: 'Sound and video over UDP',
    tcp: 'Sound and video over TCP',
    turn: 'Sound and video through a relay (TURN)',
  } satisfies Record<CheckName, string>,
  verdicts: {
    good: { title: 'Everything works', advice: 'You can join calls from this browser and network.' },
    usable: {
      title: 'You can join calls, but something does not work',
      advice: 'See the advice below.',
    },
    unusable: {
      title: 'Calls do not work here',
      advice:
        'See the advice below. Another network, such as a phone’s, shows whether the network is the cause.',
    },
  } satisfies Record<Verdict, Explained>,
  failures: {
    insecure: {
      title: 'This page has no access to devices',
      advice: 'Open it at an address that starts with https://.',
    },
    noWebrtc: {
      title: 'This browser cannot make video calls',
      advice: 'Use a current version of Chrome, Edge, Firefox or Safari.',
    },
    noCodecs: {
      title: 'This browser lacks the formats of calls (Opus and VP8)',
      advice: 'Update the browser, or use another one.',
    },
    cameraBlocked: {
      title: 'The camera is blocked',
      advice:
        'Allow the camera for this site in the browser’s settings and in those of the system, then test again.',
    },
    cameraMissing: { title: 'No camera found', advice: 'Connect one, or join calls without it.' },
    cameraBusy: {
      title: 'Another app is using the camera',
      advice: 'Close other apps and tabs with video, then test again.',
    },
    cameraFrozen: {
      title: 'The camera sends no picture',
      advice: 'Open its cover, reconnect it, or restart the computer.',
    },
    microphoneBlocked: {
      title: 'The microphone is blocked',
      advice:
        'Allow the microphone for this site in the browser’s settings and in those of the system, then test again.',
    },
    microphoneMissing: { title: 'No microphone found', advice: 'Connect one or a headset, then test again.' },
    microphoneBusy: {
      title: 'Another app is using the microphone',
      advice: 'Close other apps and tabs with calls, then test again.',
    },
    microphoneSilent: {
      title: 'Nothing was heard',
      advice:
        'Speak during the test. If the bar does not move, turn on the switch of the headset and choose the right microphone in the system’s sound settings.',
    },
    serverAway: {
      title: 'The server does not respond',
      advice: 'Check the internet connection. If other sites open, tell support.',
    },
    serverLimit: {
      title: 'Too many tests from this network',
      advice: 'Wait a minute, then test again.',
    },
    socketClosed: {
      title: 'The network refuses WebSocket connections',
      advice:
        'Ask your network administrator to allow WebSockets (wss) to this address. Try without a proxy or VPN.',
    },
    socketSilent: {
      title: 'The connection opens, but nothing comes back',
      advice:
        'A proxy or an antivirus holds the data back. Try without it, or tell your network administrator.',
    },
    signallingClosed: {
      title: 'A call cannot be set up',
      advice:
        'If the chat works, tell support: the media server does not respond. Otherwise see the advice there.',
    },
    udpBlocked: {
      title: 'The network blocks UDP',
      advice:
        'Calls use another way if one of the next two works, with more delay. For the best quality, ask your network administrator to allow UDP to this server.',
    },
    tcpBlocked: {
      title: 'The network blocks the TCP port of calls',
      advice: 'It is needed only where UDP is blocked. Your network administrator can allow it.',
    },
    turnBlocked: {
      title: 'The relay cannot be reached',
      advice:
        'It is needed only where UDP and TCP are blocked. Tell support: its name, port or certificate may be wrong.',
    },
  } satisfies Record<Failure, Explained>,
  skips: {
    needsBrowser: 'The browser cannot make calls.',
    needsServer: 'The server does not respond.',
    needsSignalling: 'A call could not be set up.',
    udpNotOffered: 'The server offers no UDP.',
    tcpNotOffered: 'The server offers no TCP port for calls.',
    turnNotOffered: 'The server has no relay.',
  } satisfies Record<SkipReason, string>,
  milliseconds: (ms: number) => `${Math.round(ms)} ms`,
  roundTrip: (ms: number) => `round trip ${Math.round(ms)} ms`,
  reportTitle: 'Result for support',
  reportText: 'Copy it into a message to the person who helps you.',
  addresses: 'Include IP addresses',
  copy: 'Copy result',
  time: 'Time',
};
