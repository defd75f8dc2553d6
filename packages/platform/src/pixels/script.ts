import type { PixelConfig } from '@course/contracts';
import type { PixelEvent } from './pixels.ts';

/** What TikTok's script finds when it loads: the calls made before, in order, and its settings. */
type Queue = unknown[] & Record<string, unknown>;

declare global {
  interface Window {
    TiktokAnalyticsObject?: string;
    ttq?: Queue;
  }
}

const NAME = 'ttq';
const METHODS = [
  'page',
  'track',
  'identify',
  'instances',
  'debug',
  'on',
  'off',
  'once',
  'ready',
  'alias',
  'group',
  'enableCookie',
  'disableCookie',
  'holdConsent',
  'revokeConsent',
  'grantConsent',
];

function deferred(queue: Queue): Queue {
  for (const method of METHODS) queue[method] = (...args: unknown[]) => void queue.push([method, ...args]);
  return queue;
}

const call = (queue: Queue, method: string, ...args: unknown[]): void =>
  (queue[method] as (...args: unknown[]) => void)(...args);

export interface Ttq {
  readonly track: (event: PixelEvent) => void;
  /** Grants or revokes consent at the provider. */
  readonly setConsent: (granted: boolean) => void;
}

/** Does what the provider's own snippet does. */
export function loadTtq({ id, scriptUrl }: PixelConfig): Ttq {
  const queue = deferred([] as unknown as Queue);
  const instance = Object.assign([], { _u: scriptUrl }) as unknown as Queue;
  Object.assign(queue, {
    methods: METHODS,
    setAndDefer: (target: Queue, method: string) =>
      (target[method] = (...args: unknown[]) => void target.push([method, ...args])),
    instance: () => deferred(instance),
    _i: { [id]: instance },
    _t: { [id]: Date.now() },
    _o: { [id]: {} },
  });
  window.TiktokAnalyticsObject = NAME;
  window.ttq = queue;
  const script = document.createElement('script');
  script.async = true;
  script.src = `${scriptUrl}?sdkid=${encodeURIComponent(id)}&lib=${NAME}`;
  document.head.append(script);
  call(queue, 'page');
  // Looked up each time: the script may replace the object.
  const callCurrent = (method: string, ...args: unknown[]): void => call(window.ttq ?? queue, method, ...args);
  return {
    track: (event) => callCurrent('track', event),
    setConsent: (granted) => {
      callCurrent(granted ? 'grantConsent' : 'revokeConsent');
      callCurrent(granted ? 'enableCookie' : 'disableCookie');
    },
  };
}
