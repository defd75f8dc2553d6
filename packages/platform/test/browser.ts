import { vi } from 'vitest';
import { FakeDatabases } from './fake-databases.ts';
import { FakeServer } from './fake-server.ts';
import { FakeStorage } from './fake-storage.ts';

// Saved before any test replaces the timers.
const { setTimeout: realSetTimeout } = globalThis;
const QUIET_TURNS = 5;

/** One tab at a time holds the lock of a name; the others wait in line. */
class FakeLocks {
  private readonly lines = new Map<string, Promise<unknown>>();

  request<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    const turn = Promise.resolve(this.lines.get(name)).then(work);
    this.lines.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  }
}

/** A device with a network: the globals that the platform touches. */
export function aBrowser({ locks = true } = {}) {
  const server = new FakeServer();
  const storage = new FakeStorage();
  const databases = new FakeDatabases();
  let events = new EventTarget();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('indexedDB', databases);
  vi.stubGlobal('navigator', locks ? { locks: new FakeLocks() } : {});
  vi.stubGlobal('addEventListener', (...listener: Parameters<EventTarget['addEventListener']>) =>
    events.addEventListener(...listener),
  );
  /** Runs everything that does not wait for a timer, until no request has been sent for a while. */
  const settled = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS;) {
      const before = server.calls.length;
      await new Promise((resolve) => realSetTimeout(resolve));
      quiet = server.calls.length === before ? quiet + 1 : 0;
    }
  };
  /** Clears the timers of the open tabs, then opens a new one. */
  const reload = async (): Promise<Tab> => {
    vi.clearAllTimers();
    events = new EventTarget();
    return openTab();
  };
  const fire = (type: string, properties: object = {}): boolean =>
    events.dispatchEvent(Object.assign(new Event(type), properties));
  return { server, storage, databases, settled, openTab, reload, fire };
}

export type Browser = ReturnType<typeof aBrowser>;
export type Tab = Awaited<ReturnType<typeof openTab>>;

/** Stops timers and clocks until the test advances them. */
export const stopTime = (): void =>
  void vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });

/** Loads a fresh copy of the platform, beside the open tabs. */
async function openTab() {
  vi.resetModules();
  const [answers, session, outbox, visitor, startOver, { store }] = await Promise.all([
    import('../src/answers.ts'),
    import('../src/session.ts'),
    import('../src/outbox.ts'),
    import('../src/visitor.ts'),
    import('../src/start-over.ts'),
    import('../src/stored-atom.ts'),
  ]);
  return { ...answers, ...session, ...outbox, ...visitor, ...startOver, store };
}
