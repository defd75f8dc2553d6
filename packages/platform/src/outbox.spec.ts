import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aBrowser, stopTime, type Browser, type Tab } from '../test/browser.ts';
import { refuseStorage } from '../test/fake-storage.ts';
import type { Call } from '../test/fake-server.ts';

let browser: Browser;
let tab: Tab;
const warned = () => vi.mocked(console.warn);

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  stopTime();
  browser = aBrowser();
  tab = await browser.openTab();
  await tab.ensureSession();
  browser.server.calls.length = 0;
});

afterEach(() => void vi.useRealTimers());

/** Returns the answers of the requests, as `q3=often`, in the order of arrival. */
const answersIn = (calls: readonly Call[]): string[] =>
  calls
    .filter((call) => call.path === '/api/responses')
    .map(({ body }) => `${String(body['questionNumber'])}=${String(body['answerValue'])}`);
const answers = (): string[] => answersIn(browser.server.calls);
const afterPause = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms);
  await browser.settled();
};
const outbox = (): string | undefined => browser.storage.items.get('outbox');

describe('saving', () => {
  it('keeps an answer on the device at once and sends it with the session', async () => {
    tab.saveAnswer('q3', 'often');
    expect(tab.store.get(tab.answersAtom)).toEqual({ q3: 'often' });
    await browser.settled();
    expect(browser.server.calls).toMatchObject([
      {
        method: 'POST',
        path: '/api/responses',
        body: { sessionId: tab.currentSessionId(), questionNumber: 'q3', answerValue: 'often' },
      },
    ]);
    expect(outbox()).toBeUndefined();
  });

  it('sends the email, then the name with the time of completion', async () => {
    vi.setSystemTime('2026-11-21T10:00:00Z');
    tab.saveEmail('anna@example.com');
    tab.saveName('Anna');
    await browser.settled();
    const path = `/api/sessions/${tab.currentSessionId()}`;
    expect(browser.server.calls).toMatchObject([
      { method: 'PATCH', path, body: { email: 'anna@example.com' } },
      { method: 'PATCH', path, body: { name: 'Anna', completedAt: '2026-11-21T10:00:00.000Z' } },
    ]);
    expect(browser.server.calls.flatMap((call) => Object.keys(call.body))).not.toContain('sessionId');
  });

  it('keeps the order and sends nothing twice', async () => {
    for (const key of ['q1', 'q2', 'q3', 'q4']) tab.saveAnswer(key, 'x');
    await browser.settled();
    expect(answers()).toEqual(['q1=x', 'q2=x', 'q3=x', 'q4=x']);
  });

  it('is not blocked by the exit of a page view that an earlier release left in the outbox', async () => {
    const exit = { id: 'a', method: 'PATCH', path: '/api/page-views/1', topic: 'exit:1', body: { totalSeconds: 1 } };
    browser.storage.items.set('outbox', JSON.stringify({ version: 1, value: [exit] }));
    browser.server.when((call) => (call.path.startsWith('/api/page-views') ? 503 : undefined));
    tab.saveAnswer('q1', 'x');
    await browser.settled();
    expect(browser.server.lines).toEqual(['POST /api/responses']);
    expect(outbox()).toBeUndefined();
  });
});

describe('without a network', () => {
  beforeEach(() => void browser.server.when(() => 'offline'));

  it('keeps answers and sends them in order when the network is back', async () => {
    tab.saveAnswer('q1', '18-24');
    tab.saveAnswer('q2', 'career-change');
    await browser.settled();
    const tried = browser.server.calls.length;
    browser.server.when(() => 200);
    browser.fire('online');
    await browser.settled();
    expect(answersIn(browser.server.calls.slice(tried))).toEqual(['q1=18-24', 'q2=career-change']);
    expect(outbox()).toBeUndefined();
  });

  it('keeps answers across a reload', async () => {
    tab.saveAnswer('q1', '18-24');
    await browser.settled();
    const reloaded = await browser.reload();
    browser.server.calls.length = 0;
    browser.server.when(() => 200);
    await reloaded.flush();
    expect(answers()).toEqual(['q1=18-24']);
    expect(reloaded.store.get(reloaded.answersAtom)).toEqual({ q1: '18-24' });
  });

  it('sends only the newer of two answers to one question', async () => {
    tab.saveAnswer('q1', '18-24');
    tab.saveAnswer('q2', 'career-change');
    tab.saveAnswer('q1', '45+');
    await browser.settled();
    browser.server.calls.length = 0;
    browser.server.when(() => 200);
    await tab.flush();
    expect(answers()).toEqual(['q2=career-change', 'q1=45+']);
  });
});

describe('a server in trouble', () => {
  it.each([408, 429, 500, 503])('is retried after growing pauses on %i', async (status) => {
    browser.server.script('POST /api/responses', status, status, status);
    tab.saveAnswer('q1', '18-24');
    await browser.settled();
    for (const [pause, tries] of [
      [999, 1],
      [1, 2],
      [1_999, 2],
      [1, 3],
      [3_999, 3],
      [1, 4],
    ] as const) {
      await afterPause(pause);
      expect(answers()).toHaveLength(tries);
    }
    expect(outbox()).toBeUndefined();
    await afterPause(120_000);
    expect(answers()).toHaveLength(4);
  });

  it('is retried after short pauses again once a request has succeeded', async () => {
    browser.server.script('POST /api/responses', 503, 503, 200, 503);
    tab.saveAnswer('q1', 'x');
    await browser.settled();
    await afterPause(1_000);
    await afterPause(2_000);
    tab.saveAnswer('q2', 'x');
    await browser.settled();
    await afterPause(1_000);
    expect(answers()).toEqual(['q1=x', 'q1=x', 'q1=x', 'q2=x', 'q2=x']);
  });

  it('delays the answers behind, so that the order is kept', async () => {
    browser.server.script('POST /api/responses', 503);
    tab.saveAnswer('q1', 'x');
    tab.saveAnswer('q2', 'x');
    await browser.settled();
    expect(answers()).toEqual(['q1=x']);
    await afterPause(1_000);
    expect(answers()).toEqual(['q1=x', 'q1=x', 'q2=x']);
  });
});

describe('a refused write', () => {
  const refusal = (status: number, code: string) => ({ status, body: { statusCode: status, code, message: 'no' } });
  const reports = () => browser.server.to('POST /api/refused-writes').map(({ body }) => body);

  it.each([400, 413, 415])('is dropped and logged on %i, and the next is sent', async (status) => {
    browser.server.script('POST /api/responses', status);
    tab.saveAnswer('q1', 'x');
    tab.saveAnswer('q2', 'x');
    await browser.settled();
    expect(answers()).toEqual(['q1=x', 'q2=x']);
    expect(warned()).toHaveBeenCalledTimes(1);
    expect(outbox()).toBeUndefined();
  });

  it('is reported to the server without its value, and stays on this device', async () => {
    browser.server
      .script('POST /api/responses', refusal(400, 'too_many_questions'))
      .script('PATCH /api/sessions', refusal(400, 'invalid_body'));
    tab.saveAnswer('pet', 'a secret cat');
    tab.saveEmail('anna@example.com');
    await browser.settled();
    expect(reports()).toEqual([
      { path: '/api/responses', status: 400, code: 'too_many_questions', questionKey: 'pet' },
      { path: '/api/sessions/{session}', status: 400, code: 'invalid_body' },
    ]);
    expect(tab.readAnswers()).toEqual({ pet: 'a secret cat' });
  });

  it('is reported as soon as possible', async () => {
    browser.server.script('POST /api/responses', 400).script('POST /api/refused-writes', 503);
    tab.saveAnswer('q1', 'x');
    await browser.settled();
    await afterPause(1_000);
    expect(reports()).toHaveLength(2);
    expect(outbox()).toBeUndefined();
  });

  it.each([400, 404])('is not reported if it is a report itself that got a %i', async (status) => {
    browser.server
      .script('POST /api/responses', 400)
      .when((call) => (call.path === '/api/refused-writes' ? refusal(status, 'route_unknown') : undefined));
    tab.saveAnswer('q1', 'x');
    tab.saveAnswer('q2', 'x');
    await browser.settled();
    expect(new Set(reports().map((body) => body['questionKey']))).toEqual(new Set(['q1']));
    expect(answers()).toEqual(['q1=x', 'q2=x']);
    expect(outbox()).toBeUndefined();
  });

  it('is reported without a question key that is malformed', async () => {
    browser.server.script('POST /api/responses', 400);
    tab.saveAnswer('anna@example.com', 'x');
    await browser.settled();
    expect(reports()).toEqual([{ path: '/api/responses', status: 400 }]);
  });

  it('is logged without its content', async () => {
    browser.server.script('PATCH /api/sessions', 400);
    tab.saveEmail('anna@example.com');
    await browser.settled();
    expect(JSON.stringify(warned().mock.calls)).not.toContain('anna@example.com');
  });
});

describe('a session that the server does not have', () => {
  it.each([403, 404])('is created on %i, and the write is sent again', async (status) => {
    browser.server.script('POST /api/responses', status);
    tab.saveAnswer('q1', 'x');
    tab.saveAnswer('q2', 'x');
    await browser.settled();
    expect(browser.server.lines).toEqual([
      'POST /api/responses',
      'POST /api/sessions',
      'POST /api/responses',
      'POST /api/responses',
    ]);
    expect(answers()).toEqual(['q1=x', 'q1=x', 'q2=x']);
  });

  it('costs no answer, however long it cannot be created', async () => {
    browser.server.when((call) => (call.path === '/api/responses' ? 403 : 503));
    tab.saveAnswer('q1', 'x');
    await browser.settled();
    for (let round = 0; round < 8; round += 1) await afterPause(60_000);
    browser.server.calls.length = 0;
    browser.server.when((call) => (call.path === '/api/responses' ? undefined : 201));
    browser.server.script('POST /api/responses', 403, 200);
    await afterPause(60_000);
    expect(browser.server.lines).toEqual(['POST /api/responses', 'POST /api/sessions', 'POST /api/responses']);
    expect(outbox()).toBeUndefined();
  });

  it('is restored three times for a write, which then lets the next pass and is retried indefinitely', async () => {
    let refuses = true;
    browser.server.when((call) => (refuses && call.body['questionNumber'] === 'q1' ? 403 : undefined));
    tab.saveAnswer('q1', 'x');
    tab.saveAnswer('q2', 'x');
    await browser.settled();
    expect(browser.server.to('POST /api/sessions')).toHaveLength(3);
    expect(answers()).toEqual(['q1=x', 'q1=x', 'q1=x', 'q1=x', 'q2=x']);
    for (let round = 0; round < 8; round += 1) await afterPause(60_000);
    expect(browser.server.to('POST /api/sessions')).toHaveLength(3);
    refuses = false;
    await afterPause(60_000);
    expect(answers().at(-1)).toBe('q1=x');
    expect(outbox()).toBeUndefined();
  });

  it('is not restored forever for a write that is refused for another reason: that is dropped', async () => {
    browser.server.when((call) =>
      call.path === '/api/responses'
        ? { status: 404, body: { statusCode: 404, code: 'route_unknown', message: 'no' } }
        : undefined,
    );
    tab.saveAnswer('q1', 'x');
    await browser.settled();
    expect(answers()).toEqual(Array(4).fill('q1=x'));
    expect(outbox()).toBeUndefined();
    expect(browser.server.to('POST /api/refused-writes')).toHaveLength(1);
  });
});

describe('a session that the server has lost', () => {
  const sentAgain = () => ({ answers: answers(), patches: browser.server.to('PATCH').map(({ body }) => body) });

  beforeEach(async () => {
    vi.setSystemTime('2026-11-21T10:00:00Z');
    tab.saveAnswer('q1', 'x');
    tab.saveEmail('anna@example.com');
    await browser.settled();
    tab = await browser.reload();
    browser.server.calls.length = 0;
    browser.server.script('POST /api/sessions', 201);
  });

  it('gets everything that is kept here again, with the next answer and not on load', async () => {
    browser.server.script('GET /api/sessions', 404);
    await tab.ensureSession();
    await tab.flush();
    expect(sentAgain()).toEqual({ answers: [], patches: [] });
    tab.saveAnswer('q2', 'x');
    await browser.settled();
    const { answers: sent, patches } = sentAgain();
    expect(new Set(sent)).toEqual(new Set(['q1=x', 'q2=x']));
    expect(patches).toEqual([{ email: 'anna@example.com' }]);
    browser.server.calls.length = 0;
    tab.saveAnswer('q3', 'x');
    await browser.settled();
    expect(answers()).toEqual(['q3=x']);
  });

  it('gets everything again after another reload, too', async () => {
    browser.server.script('GET /api/sessions', 404);
    await tab.ensureSession();
    tab = await browser.reload();
    tab.saveAnswer('q2', 'x');
    await browser.settled();
    expect(answers()).toContain('q1=x');
  });

  it('gets everything again when a write discovers the loss', async () => {
    await tab.ensureSession();
    browser.server.script('POST /api/responses', 404);
    tab.saveAnswer('q2', 'x');
    await browser.settled();
    expect(answers()).toContain('q1=x');
  });

  it('gets everything again before a checkout', async () => {
    browser.server.script('GET /api/sessions', 404);
    await tab.ensureSession();
    await tab.resendLostSession();
    expect(sentAgain()).toEqual({ answers: ['q1=x'], patches: [{ email: 'anna@example.com' }] });
    await tab.resendLostSession();
    expect(answers()).toEqual(['q1=x']);
  });
});

describe('a session that belongs to another browser', () => {
  const everything = ['q1=x', 'q2=x', 'q3=x'];

  beforeEach(async () => {
    vi.setSystemTime('2026-11-21T10:00:00Z');
    tab.saveAnswer('q1', 'x');
    tab.saveAnswer('q2', 'x');
    tab.saveEmail('anna@example.com');
    tab.saveName('Anna');
    await browser.settled();
    vi.setSystemTime('2026-11-22T10:00:00Z');
    browser.server.calls.length = 0;
  });

  it('is replaced by a new id, under which everything is sent again once', async () => {
    const old = tab.currentSessionId();
    browser.server.script('POST /api/responses', 409);
    tab.saveAnswer('q3', 'x');
    await browser.settled();
    const [refused, ...rest] = browser.server.calls;
    const id = tab.currentSessionId();
    expect(id).not.toBe(old);
    expect(refused?.body['sessionId']).toBe(old);
    expect(rest[0]).toMatchObject({ method: 'POST', path: '/api/sessions', body: { id } });
    expect(answersIn(rest)).toEqual(everything);
    expect(rest.filter((call) => call.path === '/api/responses').every((call) => call.body['sessionId'] === id)).toBe(
      true,
    );
    expect(rest.filter((call) => call.method === 'PATCH')).toMatchObject([
      { path: `/api/sessions/${id}`, body: { email: 'anna@example.com' } },
      { path: `/api/sessions/${id}`, body: { name: 'Anna', completedAt: '2026-11-21T10:00:00.000Z' } },
    ]);
    expect(outbox()).toBeUndefined();
  });

  it('is replaced when the check on load discovers it', async () => {
    browser.server.script('GET /api/sessions', 404).script('POST /api/sessions', 409);
    await tab.ensureSession();
    await browser.settled();
    expect(answers()).toEqual(['q1=x', 'q2=x']);
    expect(browser.server.to('PATCH')).toHaveLength(2);
  });

  it('loses nothing if the network fails between the refusal and the new id', async () => {
    const old = tab.currentSessionId();
    browser.server.when((call) => (call.body['sessionId'] === old || call.body['id'] === old ? 409 : undefined));
    browser.server.when((call) => (call.method === 'GET' ? 404 : undefined));
    browser.server.script('POST /api/sessions', 'offline');
    tab.saveAnswer('q3', 'x');
    await browser.settled();
    tab = await browser.reload();
    await tab.ensureSession();
    await tab.flush();
    await browser.settled();
    expect(tab.currentSessionId()).not.toBe(old);
    expect(answersIn(browser.server.calls.filter((call) => call.body['sessionId'] !== old))).toEqual(everything);
    expect(browser.server.to(`PATCH /api/sessions/${tab.currentSessionId()}`)).toHaveLength(2);
  });
});

describe('a write that changes while it is in flight', () => {
  it('is followed by the newer one', async () => {
    let arrive: () => void = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    browser.server.when(async (call) => {
      if (call.body['answerValue'] !== 'old') return undefined;
      await arrived;
      return 200;
    });
    tab.saveAnswer('q1', 'old');
    await browser.settled();
    tab.saveAnswer('q1', 'new');
    tab.saveAnswer('q2', 'x');
    arrive();
    await browser.settled();
    expect(answers()).toEqual(['q1=old', 'q1=new', 'q2=x']);
    expect(outbox()).toBeUndefined();
  });

  it('is not retried if there is a newer one', async () => {
    browser.server.when((call) => {
      if (call.body['answerValue'] !== 'old') return undefined;
      tab.saveAnswer('q1', 'new');
      return 503;
    });
    tab.saveAnswer('q1', 'old');
    await browser.settled();
    await afterPause(1_000);
    expect(answers()).toEqual(['q1=old', 'q1=new']);
  });

  it('is not left behind if it is added just after the outbox was emptied', async () => {
    let once = true;
    vi.stubGlobal('navigator', {
      locks: {
        request: async (name: string, work: () => Promise<boolean>) => {
          const done = await work();
          if (name !== 'outbox') return done;
          if (once) tab.saveAnswer('q2', 'x');
          once = false;
          return done;
        },
      },
    });
    tab.saveAnswer('q1', 'x');
    await browser.settled();
    expect(answers()).toEqual(['q1=x', 'q2=x']);
  });
});

describe('two tabs', () => {
  it('send everything once and lose nothing', async () => {
    browser.server.when(() => 'offline');
    tab.saveAnswer('q1', 'first tab');
    await browser.settled();
    const other = await browser.openTab();
    other.saveAnswer('q2', 'second tab');
    tab.saveAnswer('q3', 'first tab');
    await browser.settled();
    browser.server.calls.length = 0;
    browser.server.when(() => 200);
    browser.fire('online');
    await browser.settled();
    expect(answers()).toEqual(['q1=first tab', 'q2=second tab', 'q3=first tab']);
    expect(outbox()).toBeUndefined();
  });
});

describe('a browser', () => {
  it('that denies storage still sends answers', async () => {
    refuseStorage();
    tab = await browser.openTab();
    tab.saveAnswer('q1', 'x');
    await browser.settled();
    expect(answers()).toEqual(['q1=x']);
  });

  it.each([
    ['that denies locks', { locks: { request: () => Promise.reject(new DOMException('refused', 'SecurityError')) } }],
    ['without locks', {}],
  ])('%s still sends answers', async (_case, navigator) => {
    vi.stubGlobal('navigator', navigator);
    tab.saveAnswer('q1', 'x');
    await browser.settled();
    expect(answers()).toEqual(['q1=x']);
  });

  it.each([
    'nonsense',
    '{"version":0,"value":[]}',
    '{"version":1,"value":[{"path":"/api/responses","topic":"answer:q1"}]}',
  ])('with a broken outbox still sends answers: %s', async (stored) => {
    browser.storage.items.set('outbox', stored);
    tab.saveAnswer('q1', 'x');
    await browser.settled();
    expect(answers()).toEqual(['q1=x']);
    expect(outbox()).toBeUndefined();
  });
});
