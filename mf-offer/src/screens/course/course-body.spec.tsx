// @vitest-environment jsdom
import type { CourseSession, CourseView, LessonText, OpenCourseView } from '@course/contracts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COURSE_COPY, LESSON_COPY, SCHEDULE_COPY } from '../../flow/course-copy.ts';
import { NEW_LINK_COPY, READER_COPY } from '../../flow/reader-copy.ts';
import { CourseBody } from './course-body.tsx';

const head = (place: number, title: string, done = false) => ({
  place,
  title,
  minutes: 12,
  sentAt: `2026-05-0${place}T05:00:00.000Z`,
  done,
});

const VIEW: OpenCourseView = {
  is: 'open',
  orderNumber: 'K7XM-4PRH',
  status: 'active',
  stopReason: null,
  resumeUntil: null,
  days: 28,
  lessons: [head(3, 'Third'), head(2, 'Second', true), head(1, 'First', true)],
  nextLessonAt: '2026-05-04T05:00:00.000Z',
  schedule: {
    hour: 7,
    weekdaysOnly: false,
    utcOffsetMinutes: 765,
    pausedUntil: null,
    pauseLimit: '2027-05-03',
    nextNow: 'possible',
  },
  streak: 2,
  readableUntil: '2026-07-01T05:00:00.000Z',
};

/** The query by which calls name that order. */
const ORDER_QUERY = '?order=K7XM-4PRH';

const LESSON: LessonText = { place: 3, title: 'Third', minutes: 12, exercise: 'Do it.', html: '<p>The words.</p>' };

/** Changes sent to the service, and what it responds from now on. */
let sent: string[] = [];
let view: CourseView = VIEW;
let refusal: { status: number; message: string; code?: string } | null = null;
let lessonStatus = 200;
let session: CourseSession = { open: true };
let viewStatus = 200;
/** The response to a link's token. */
let exchange: () => Promise<Response>;

const TOKEN = 'x'.repeat(43);
const EXCHANGE = `POST /api/course/session {"token":"${TOKEN}"}`;
const unreachable = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const unknownLink = (): Promise<Response> =>
  Promise.resolve(
    Response.json({ statusCode: 404, code: 'link_unknown', message: 'This link is not valid.' }, { status: 404 }),
  );

beforeEach(() => {
  [sent, view, refusal, lessonStatus, session, viewStatus] = [[], VIEW, null, 200, { open: true }, 200];
  exchange = () => Promise.resolve(Response.json(session));
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${path} ${String(body)}`);
    if (path.endsWith('/session')) return method === 'POST' ? exchange() : Promise.resolve(Response.json(session));
    if (refusal && method !== 'GET') return Promise.resolve(Response.json(refusal, { status: refusal.status }));
    if (path.includes('/lessons/') && method === 'GET')
      return Promise.resolve(
        Response.json(lessonStatus === 409 ? { code: 'other_order' } : LESSON, { status: lessonStatus }),
      );
    if (path.includes('/resources')) return Promise.resolve(Response.json({ code: 'link_missing' }, { status: 401 }));
    return Promise.resolve(Response.json(view, { status: viewStatus }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const Back = () => {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>back</button>;
};

const open = (...addresses: string[]) =>
  render(
    <MemoryRouter initialEntries={addresses} initialIndex={addresses.length - 1}>
      <CourseBody />
      <Back />
    </MemoryRouter>,
  );

it('lists the lessons with their state, and the progress of the reader', async () => {
  open('/course');
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Day 3.*Third/),
    expect.stringMatching(/Day 2Done.*Second/),
    expect.stringMatching(/Day 1Done.*First/),
  ]);
  expect(screen.getByText('2 lessons done · 2 lesson days in a row')).toBeTruthy();
});

it('is closed once, however often the button is pressed', async () => {
  open('/course');
  const button = await screen.findByRole('button', { name: COURSE_COPY.close });
  button.click();
  button.click();
  await screen.findByText(COURSE_COPY.closedHere);
  expect(sent).toEqual(['DELETE /api/course/session {}']);
});

it('stays closed on this device until its link is opened again, even in the same tab', async () => {
  open('/course');
  fireEvent.click(await screen.findByRole('button', { name: COURSE_COPY.close }));
  await screen.findByText(COURSE_COPY.closedHere);
  location.hash = `#t=${TOKEN}`;
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByText(COURSE_COPY.closedHere)).toBeNull();
  expect(sent).toEqual(['DELETE /api/course/session {}', EXCHANGE]);
});

it('says that the service cannot be reached, and sends the link again on another try', async () => {
  location.hash = `#t=${TOKEN}`;
  exchange = unreachable;
  open('/course');
  const again = await screen.findByRole('button', { name: READER_COPY.again });
  expect(screen.getByRole('alert').textContent).toBe(READER_COPY.unreachable);
  exchange = unknownLink;
  fireEvent.click(again);
  await screen.findByText(NEW_LINK_COPY.ended);
  expect(screen.getByRole('button', { name: NEW_LINK_COPY.button })).toBeTruthy();
  expect(sent).toEqual([EXCHANGE, EXCHANGE]);
});

it('uses a link that is opened while the page is open', async () => {
  [session, exchange] = [{ open: false }, unknownLink];
  open('/course');
  await screen.findByText(NEW_LINK_COPY.course);
  location.hash = `#t=${TOKEN}`;
  await screen.findByText(NEW_LINK_COPY.ended);
  expect(location.hash).toBe('');
  expect(sent).toEqual([EXCHANGE]);
});

it('does not mention a streak that has ended', async () => {
  view = { ...VIEW, streak: 0 };
  open('/course');
  expect(await screen.findByText('2 lessons done')).toBeTruthy();
});

it('opens a lesson by its address, sets the title and focuses the heading', async () => {
  document.title = 'Your lessons';
  const { unmount } = open('/course?lesson=3');
  const heading = await screen.findByRole('heading', { name: 'Third' });
  expect(await screen.findByText('The words.')).toBeTruthy();
  expect(document.activeElement).toBe(heading);
  expect(document.title).toMatch(/^Day 3: Third - /);
  unmount();
  expect(document.title).toBe('Your lessons');
});

it.each([
  [503, READER_COPY.unreachable],
  [429, READER_COPY.rateLimited],
])('says why a lesson failed to load (%i), and can be retried without losing the focus', async (status, text) => {
  lessonStatus = status;
  render(
    <MemoryRouter initialEntries={['/course?lesson=3']}>
      <main>
        <h1>Your lessons</h1>
        <CourseBody />
      </main>
    </MemoryRouter>,
  );
  const again = await screen.findByRole('button', { name: READER_COPY.again });
  expect(screen.getByRole('alert').textContent).toBe(text);
  lessonStatus = 200;
  fireEvent.click(again);
  expect(await screen.findByText('The words.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it('says that a lesson can no longer be read, without offering a retry', async () => {
  lessonStatus = 404;
  open('/course?lesson=3');
  expect((await screen.findByRole('alert')).textContent).toBe(LESSON_COPY.gone);
});

it.each(['/course?lesson=3', '/course?library=all', '/course?resource=prompts'])(
  'at %s checks again what is open when the link has ended in the meantime',
  async (address) => {
    lessonStatus = 401;
    let sessionReads = 0;
    const before = fetch;
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      if (path.endsWith('/session')) [sessionReads, session] = [sessionReads + 1, { open: sessionReads === 0 }];
      return before(path, init);
    });
    open(address);
    await screen.findByRole('button', { name: NEW_LINK_COPY.button });
    expect(screen.getByText(NEW_LINK_COPY.course)).toBeTruthy();
    expect(sessionReads).toBe(2);
  },
);

it('does not claim that a link has ended if only the refund page was opened in this browser', async () => {
  [session, viewStatus] = [{ open: false, refund: true }, 401];
  open('/course');
  await screen.findByText(NEW_LINK_COPY.course);
});

it('returns the focus to the lesson that was left', async () => {
  open('/course', '/course?lesson=2');
  await screen.findByRole('heading', { name: 'Second' });
  fireEvent.click(screen.getByText('back'));
  const link = (await screen.findByText('Second')).closest('a');
  expect(document.activeElement).toBe(link);
});

it('links to the previous and next lessons, if there are any', async () => {
  open('/course?lesson=2');
  const links = within(await screen.findByRole('navigation', { name: LESSON_COPY.neighbours })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Next: Day 3: Third', '/course?lesson=3'],
    ['Earlier: Day 1: First', '/course?lesson=1'],
  ]);
  view = { ...VIEW, lessons: [head(1, 'First')] };
  const alone = open('/course?lesson=1');
  await within(alone.container).findByRole('heading', { name: 'First' });
  expect(within(alone.container).queryByRole('navigation')).toBeNull();
});

it('says that a lesson does not exist', async () => {
  open('/course?lesson=9');
  expect((await screen.findByRole('alert')).textContent).toBe(LESSON_COPY.gone);
});

it('changes nothing when opened from a mail, and asks above the text whether the lesson is done', async () => {
  open('/course?lesson=3&done=ask');
  const button = await screen.findByRole('button', { name: LESSON_COPY.markDone });
  const text = await screen.findByText('The words.');
  expect(button.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(sent).toEqual([]);
});

it('marks a lesson as done and as not done with one button, which keeps the focus', async () => {
  open('/course?lesson=3');
  const button = await screen.findByRole('button', { name: LESSON_COPY.markDone });
  button.focus();
  view = { ...VIEW, lessons: VIEW.lessons.map((lesson) => ({ ...lesson, done: true })), streak: 3 };
  fireEvent.click(button);
  expect(await screen.findByText(`${LESSON_COPY.done} 3 lesson days in a row.`)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: LESSON_COPY.markNotDone }));
  view = VIEW;
  fireEvent.click(button);
  await screen.findByRole('button', { name: LESSON_COPY.markDone });
  expect(sent).toEqual([
    `POST /api/course/lessons/3/done${ORDER_QUERY} {}`,
    `DELETE /api/course/lessons/3/done${ORDER_QUERY} {}`,
  ]);
});

it('saves hour and days', async () => {
  open('/course?schedule=change');
  fireEvent.change(await screen.findByLabelText(SCHEDULE_COPY.hour), { target: { value: '20' } });
  fireEvent.click(screen.getByLabelText(SCHEDULE_COPY.weekdaysOnly));
  view = { ...VIEW, schedule: { ...VIEW.schedule!, hour: 20, weekdaysOnly: true } };
  fireEvent.click(screen.getByRole('button', { name: SCHEDULE_COPY.save }));
  expect(await screen.findByText(SCHEDULE_COPY.saved)).toBeTruthy();
  expect(sent).toEqual([`PATCH /api/course/schedule${ORDER_QUERY} {"hour":20,"weekdaysOnly":true}`]);
  fireEvent.change(screen.getByLabelText(SCHEDULE_COPY.hour), { target: { value: '6' } });
  expect(screen.queryByText(SCHEDULE_COPY.saved)).toBeNull();
});

/** Holds back the response to the next change until the returned function is called. */
function holdNextResponse(): () => void {
  const before = fetch;
  let respond = (): void => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method && init.method !== 'GET') await held;
    return before(path, init);
  });
  return respond;
}

it('does not report hour and days as saved that were chosen during the call', async () => {
  open('/course?schedule=change');
  const hour = await screen.findByLabelText(SCHEDULE_COPY.hour);
  const save = screen.getByRole('button', { name: SCHEDULE_COPY.save });
  fireEvent.change(hour, { target: { value: '20' } });
  const respond = holdNextResponse();
  fireEvent.click(save);
  fireEvent.change(hour, { target: { value: '6' } });
  fireEvent.click(save);
  respond();
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  expect(sent).toHaveLength(1);
  expect(screen.queryByText(SCHEDULE_COPY.saved)).toBeNull();
});

it('locks the address while a new link is being requested', async () => {
  session = { open: false };
  open('/course');
  const field = await screen.findByLabelText<HTMLInputElement>(NEW_LINK_COPY.label);
  await userEvent.type(field, 'anna@exampel.com');
  const respond = holdNextResponse();
  await userEvent.type(field, '{Enter}');
  await userEvent.type(field, 'x{Enter}');
  expect(field.value).toBe('anna@exampel.com');
  respond();
  await screen.findByText(NEW_LINK_COPY.accepted.title);
  expect(sent).toEqual(['POST /api/course/links {"email":"anna@exampel.com","purpose":"course"}']);
});

it('saves the device’s time zone if the reader chooses it', async () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  open('/course?schedule=change');
  fireEvent.click(await screen.findByLabelText(SCHEDULE_COPY.deviceZone(zone)));
  fireEvent.click(screen.getByRole('button', { name: SCHEDULE_COPY.save }));
  await screen.findByText(SCHEDULE_COPY.saved);
  expect(sent).toEqual([
    `PATCH /api/course/schedule${ORDER_QUERY} {"hour":7,"weekdaysOnly":false,"timeZone":"${zone}"}`,
  ]);
});

it('pauses until a day, and ends the pause with one tap', async () => {
  open('/course?schedule=change');
  fireEvent.change(await screen.findByLabelText(SCHEDULE_COPY.pauseUntil), { target: { value: '2027-01-10' } });
  view = { ...VIEW, schedule: { ...VIEW.schedule!, pausedUntil: '2027-01-10' } };
  fireEvent.click(screen.getByRole('button', { name: SCHEDULE_COPY.pauseButton }));
  expect(await screen.findByText(SCHEDULE_COPY.paused('January 10, 2027'))).toBeTruthy();
  view = VIEW;
  fireEvent.click(screen.getByRole('button', { name: SCHEDULE_COPY.resume }));
  await screen.findByText(SCHEDULE_COPY.pauseNote);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: SCHEDULE_COPY.pause }));
  expect(sent).toEqual([
    `POST /api/course/pause${ORDER_QUERY} {"until":"2027-01-10"}`,
    `DELETE /api/course/pause${ORDER_QUERY} {}`,
  ]);
});

it('requests the next lesson, and says why it cannot be requested', async () => {
  open('/course?schedule=change');
  const button = await screen.findByRole('button', { name: SCHEDULE_COPY.nextNow });
  view = { ...VIEW, schedule: { ...VIEW.schedule!, nextNow: 'waiting' } };
  fireEvent.click(button);
  expect(await screen.findByText(SCHEDULE_COPY.notNow.waiting)).toBeTruthy();
  fireEvent.click(button);
  expect(sent).toEqual([`POST /api/course/next-lesson${ORDER_QUERY} {}`]);
  expect(screen.getByText(SCHEDULE_COPY.onItsWay)).toBeTruthy();
  view = VIEW;
  fireEvent.click(screen.getByRole('button', { name: SCHEDULE_COPY.save }));
  await screen.findByText(SCHEDULE_COPY.moreNote(3));
  expect(screen.queryByText(SCHEDULE_COPY.onItsWay)).toBeNull();
});

it('shows the service’s message for a refused change', async () => {
  open('/course?schedule=change');
  refusal = { status: 409, message: 'This course sends no more lessons.' };
  fireEvent.click(await screen.findByRole('button', { name: SCHEDULE_COPY.nextNow }));
  expect((await screen.findByRole('alert')).textContent).toBe(refusal.message);
});

it('shows another order that was opened in this browser since, and says that nothing was changed', async () => {
  open('/course?schedule=change');
  const button = await screen.findByRole('button', { name: SCHEDULE_COPY.nextNow });
  refusal = { status: 409, code: 'other_order', message: 'Another purchase has been opened.' };
  view = { ...VIEW, orderNumber: 'DY6C-2R5P', schedule: { ...VIEW.schedule!, hour: 20 } };
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(READER_COPY.otherOrder('DY6C-2R5P'));
  expect(screen.getByLabelText<HTMLSelectElement>(SCHEDULE_COPY.hour).value).toBe('20');
  refusal = null;
  view = { ...view, schedule: { ...view.schedule!, nextNow: 'waiting' } };
  fireEvent.click(screen.getByRole('button', { name: SCHEDULE_COPY.nextNow }));
  await screen.findByText(SCHEDULE_COPY.onItsWay);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toEqual(['K7XM-4PRH', 'DY6C-2R5P'].map((order) => `POST /api/course/next-lesson?order=${order} {}`));
});

it('says so even if the course of the other order is closed', async () => {
  open('/course?schedule=change');
  const button = await screen.findByRole('button', { name: SCHEDULE_COPY.nextNow });
  refusal = { status: 409, code: 'other_order', message: 'Another purchase has been opened.' };
  view = { is: 'closed', orderNumber: 'DY6C-2R5P', because: 'disputed', since: '2026-05-01T05:00:00.000Z' };
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(READER_COPY.otherOrder('DY6C-2R5P'));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

it('does not show a lesson of another order under the title of this one', async () => {
  open('/course?lesson=3');
  await screen.findByText('The words.');
  view = { ...VIEW, orderNumber: 'DY6C-2R5P', lessons: [head(2, 'Of the other'), head(1, 'First')] };
  lessonStatus = 409;
  fireEvent.click(screen.getByRole('link', { name: /Second/ }));
  await screen.findByRole('heading', { name: 'Of the other' });
  expect(screen.getAllByRole('alert')[0]?.textContent).toBe(READER_COPY.otherOrder('DY6C-2R5P'));
});

it('restarts the emails of a reader who has unsubscribed, and focuses the result', async () => {
  const left = { ...VIEW, status: 'stopped', stopReason: 'unsubscribed', nextLessonAt: null, schedule: null } as const;
  view = { ...left, resumeUntil: '2026-05-18T05:00:00.000Z' };
  open('/course');
  const button = await screen.findByRole('button', { name: COURSE_COPY.resume.button });
  expect(screen.getByText(COURSE_COPY.resume.until('May 18, 2026'))).toBeTruthy();
  view = VIEW;
  fireEvent.click(button);
  const heading = await screen.findByRole('heading', { name: COURSE_COPY.resume.done });
  expect(document.activeElement).toBe(heading);
  expect(screen.queryByRole('button', { name: COURSE_COPY.resume.button })).toBeNull();
  expect(sent).toEqual([`POST /api/course/resume${ORDER_QUERY} {}`]);
});

it('refers to support once the reader can no longer restart the emails', async () => {
  view = { ...VIEW, status: 'stopped', stopReason: 'unsubscribed', nextLessonAt: null, schedule: null };
  open('/course');
  await screen.findByText(`${COURSE_COPY.stopped.unsubscribed} ${COURSE_COPY.resume.ended}`);
  expect(screen.queryByRole('button', { name: COURSE_COPY.resume.button })).toBeNull();
});

it('works with a service that does not send `resumeUntil` yet', async () => {
  const before = { ...VIEW, resumeUntil: undefined } as unknown as OpenCourseView;
  view = before;
  const running = open('/course');
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  running.unmount();
  view = { ...before, status: 'stopped', stopReason: 'unsubscribed', nextLessonAt: null, schedule: null };
  open('/course');
  await screen.findByText(`${COURSE_COPY.stopped.unsubscribed} ${COURSE_COPY.resume.ended}`);
});

it('offers no schedule for a course that has ended', async () => {
  view = { ...VIEW, status: 'finished', nextLessonAt: null, schedule: null };
  open('/course?schedule=change');
  expect(await screen.findByText(SCHEDULE_COPY.ended)).toBeTruthy();
  expect(within(document.body).queryByRole('form')).toBeNull();
  expect(screen.queryByRole('button', { name: SCHEDULE_COPY.save })).toBeNull();
});
