import type { Context, Request } from 'autocannon';
import { aSessionId, uuidV7 } from '@course/test-kit/ids';

/** The headers that a browser sends with every request. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'accept-language': 'en-US,en;q=0.9',
  'accept-encoding': 'gzip, deflate, br',
};

export const PAGE = { ...BROWSER, accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** The quiz has q1 to q20 without q18; these three accept several options. */
const MULTIPLE = ['q10', 'q15', 'q19'];

/** Question keys, each with an answer in the format that the browser stores. */
export const ANSWERS = Array.from({ length: 20 }, (_, at) => `q${at + 1}`)
  .filter((key) => key !== 'q18')
  .map((key, at) => [key, MULTIPLE.includes(key) ? `["option-${at % 5}"]` : `option-${at % 5}`] as const);

/** A request of the page's own code to its API, with its session's cookie. */
const call = (
  method: string,
  origin: string,
  makePath: (context: Context) => string,
  makeBody: (context: Context) => unknown,
): Request => ({
  method,
  setupRequest: (request, context) => ({
    ...request,
    path: makePath(context),
    headers: {
      ...BROWSER,
      accept: '*/*',
      'content-type': 'application/json',
      origin,
      referer: `${origin}/q1`,
      ...(context['cookie'] && { cookie: context['cookie'] }),
    },
    body: JSON.stringify(makeBody(context)),
  }),
});

/** Returns the cookies of Set-Cookie headers as a browser sends them back. */
export const cookieOf = (setCookie: string | readonly string[] | undefined): string =>
  [setCookie ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

const headerOf = (headers: Readonly<Record<string, string | string[] | undefined>>, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

/** Creates the session that the context's later requests use. */
export const startSession = (origin: string): Request => ({
  ...call(
    'POST',
    origin,
    () => '/api/sessions',
    (context) => ({ id: (context['session'] = aSessionId()), timeZone: 'Europe/Berlin', variant: 'A' }),
  ),
  onResponse: (_status, _body, context, headers) => {
    context['cookie'] = cookieOf(headerOf(headers, 'set-cookie'));
  },
});

/** Stores an answer of the context's session. */
export const answer = (origin: string, key: string, value: string): Request =>
  call(
    'POST',
    origin,
    () => '/api/responses',
    ({ session }) => ({ sessionId: session, questionNumber: key, answerValue: value }),
  );

const enter = (origin: string, pagePath: string): Request => ({
  ...call(
    'POST',
    origin,
    () => '/api/page-views',
    ({ session }) => ({ sessionId: session, pagePath, key: uuidV7(), variant: 'A' }),
  ),
  onResponse: (_status, body, context) => {
    // A bare echo returns no id.
    context['view'] = /"id":"([^"]+)"/.exec(body)?.[1] ?? '';
  },
});

const exit = (origin: string): Request =>
  call(
    'PATCH',
    origin,
    ({ view }) => `/api/page-views/${view}`,
    () => ({ exitedAt: new Date().toISOString(), timeSpentSeconds: 4.25, totalSeconds: 5 }),
  );

const changeSession = (origin: string, makeBody: (context: Context) => unknown): Request =>
  call('PATCH', origin, ({ session }) => `/api/sessions/${session}`, makeBody);

/**
 * Returns the 61 requests of a visit up to the name, without files: page, session, 19 pages that are entered, answered
 * and left, email, name.
 */
export const visitRequests = (origin: string): readonly Request[] => [
  { method: 'GET', path: '/q1', headers: PAGE },
  startSession(origin),
  ...ANSWERS.flatMap(([key, value]) => [enter(origin, `/${key}`), answer(origin, key, value), exit(origin)]),
  changeSession(origin, ({ session }) => ({ email: `${session?.slice(-12).toLowerCase()}@example.com` })),
  changeSession(origin, () => ({ name: 'Anna' })),
];

export const getRequest = (path: string): Request => ({ method: 'GET', path, headers: PAGE });
