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

/** How calls name the order of that view. */
const OF = '?order=K7XM-4PRH';

const LESSON: LessonText = { place: 3, title: 'Third', minutes: 12, exercise: 'Do it.', html: '<p>The words.</p>' };

/** What was sent to the service, and what it answers with from now on. */
let sent: string[] = [];
let view: CourseView = VIEW;
let refusal: { status: number; message: string; code?: string } | null = null;
let lessonStatus = 200;
let session: CourseSession = { open: true };
let viewStatus = 200;

beforeEach(() => {
  [sent, view, refusal, lessonStatus, session, viewStatus] = [[], VIEW, null, 200, { open: true }, 200];
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${path} ${String(body)}`);
    if (path.endsWith('/session')) return Promise.resolve(Response.json(session));
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

it('lists the lessons, and says which are done and how the reader is doing', async () => {
  open('/course');
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Day 3.*Third/),
    expect.stringMatching(/Day 2Done.*Second/),
    expect.stringMatching(/Day 1Done.*First/),
  ]);
  expect(screen.getByText('2 lessons done · 2 lesson days in a row')).toBeTruthy();
});

it('is closed once, however often that is pressed', async () => {
  open('/course');
  const button = await screen.findByRole('button', { name: COURSE_COPY.close });
  button.click();
  button.click();
  await screen.findByText(COURSE_COPY.closedHere);
  expect(sent).toEqual(['DELETE /api/course/session {}']);
});

it('is closed on this device until its link is opened again, also in the same tab', async () => {
  open('/course');
  fireEvent.click(await screen.findByRole('button', { name: COURSE_COPY.close }));
  await screen.findByText(COURSE_COPY.closedHere);
  const token = 'x'.repeat(43);
  location.hash = `#t=${token}`;
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByText(COURSE_COPY.closedHere)).toBeNull();
  expect(sent).toEqual(['DELETE /api/course/session {}', `POST /api/course/session {"token":"${token}"}`]);
});

it('says nothing of a streak that has ended', async () => {
  view = { ...VIEW, streak: 0 };
  open('/course');
  expect(await screen.findByText('2 lessons done')).toBeTruthy();
});

it('opens a lesson by its address, with its title and the focus on its heading', async () => {
  document.title = 'Your lessons';
  const { unmount } = open('/course?lesson=3');
  const heading = await screen.findByRole('heading', { name: 'Third' });
  expect(await screen.findByText('The words.')).toBeTruthy();
  expect(document.activeElement).toBe(heading);
  expect(document.title).toMatch(/^Day 3: Third - /);
  unmount();
  expect(document.title).toBe('Your lessons');
});

it('fetches a lesson again that did not arrive', async () => {
  lessonStatus = 503;
  open('/course?lesson=3');
  const again = await screen.findByRole('button', { name: READER_COPY.again });
  lessonStatus = 200;
  fireEvent.click(again);
  expect(await screen.findByText('The words.')).toBeTruthy();
});

it('says that a lesson can no longer be read, which no connection brings back', async () => {
  lessonStatus = 404;
  open('/course?lesson=3');
  expect((await screen.findByRole('alert')).textContent).toBe(LESSON_COPY.gone);
});

it.each(['/course?lesson=3', '/course?library=all', '/course?resource=prompts'])(
  'at %s asks anew what is open once the link has ended meanwhile',
  async (address) => {
    lessonStatus = 401;
    let asked = 0;
    const before = fetch;
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      if (path.endsWith('/session')) [asked, session] = [asked + 1, { open: asked === 0 }];
      return before(path, init);
    });
    open(address);
    await screen.findByRole('button', { name: NEW_LINK_COPY.button });
    expect(screen.getByText(NEW_LINK_COPY.course)).toBeTruthy();
    expect(asked).toBe(2);
  },
);

it('speaks of no link that ended where only the refund page was opened in this browser', async () => {
  [session, viewStatus] = [{ open: false, refund: true }, 401];
  open('/course');
  await screen.findByText(NEW_LINK_COPY.course);
});

it('returns to the lesson that was left', async () => {
  open('/course', '/course?lesson=2');
  await screen.findByRole('heading', { name: 'Second' });
  fireEvent.click(screen.getByText('back'));
  const link = (await screen.findByText('Second')).closest('a');
  expect(document.activeElement).toBe(link);
});

it('leads to the lessons before and after, where there are some', async () => {
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

it('says that a lesson is not there', async () => {
  open('/course?lesson=9');
  expect((await screen.findByRole('alert')).textContent).toBe(LESSON_COPY.gone);
});

it('changes nothing when it is opened from a mail, and asks before the text', async () => {
  open('/course?lesson=3&done=ask');
  const button = await screen.findByRole('button', { name: LESSON_COPY.markDone });
  const text = await screen.findByText('The words.');
  expect(button.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(sent).toEqual([]);
});

it('marks a lesson as done and back, on one button that keeps the focus', async () => {
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
  expect(sent).toEqual([`POST /api/course/lessons/3/done${OF} {}`, `DELETE /api/course/lessons/3/done${OF} {}`]);
});

it('saves hour and days', async () => {
  open('/course?schedule=change');
  fireEvent.change(await screen.findByLabelText(SCHEDULE_COPY.hour), { target: { value: '20' } });
  fireEvent.click(screen.getByLabelText(SCHEDULE_COPY.weekdaysOnly));
  view = { ...VIEW, schedule: { ...VIEW.schedule!, hour: 20, weekdaysOnly: true } };
  fireEvent.click(screen.getByRole('button', { name: SCHEDULE_COPY.save }));
  expect(await screen.findByText(SCHEDULE_COPY.saved)).toBeTruthy();
  expect(sent).toEqual([`PATCH /api/course/schedule${OF} {"hour":20,"weekdaysOnly":true}`]);
  fireEvent.change(screen.getByLabelText(SCHEDULE_COPY.hour), { target: { value: '6' } });
  expect(screen.queryByText(SCHEDULE_COPY.saved)).toBeNull();
});

/** The next call that changes something is answered once the returned function is called. */
function holdNextAnswer(): () => void {
  const before = fetch;
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method && init.method !== 'GET') await held;
    return before(path, init);
  });
  return answer;
}

it('does not say that hour and days are saved which were chosen during the call', async () => {
  open('/course?schedule=change');
  const hour = await screen.findByLabelText(SCHEDULE_COPY.hour);
  const save = screen.getByRole('button', { name: SCHEDULE_COPY.save });
  fireEvent.change(hour, { target: { value: '20' } });
  const answer = holdNextAnswer();
  fireEvent.click(save);
  fireEvent.change(hour, { target: { value: '6' } });
  fireEvent.click(save);
  answer();
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  expect(sent).toHaveLength(1);
  expect(screen.queryByText(SCHEDULE_COPY.saved)).toBeNull();
});

it('keeps the address as it is while a new link is asked for with it', async () => {
  session = { open: false };
  open('/course');
  const field = await screen.findByLabelText<HTMLInputElement>(NEW_LINK_COPY.label);
  await userEvent.type(field, 'anna@exampel.com');
  const answer = holdNextAnswer();
  await userEvent.type(field, '{Enter}');
  await userEvent.type(field, 'x{Enter}');
  expect(field.value).toBe('anna@exampel.com');
  answer();
  await screen.findByText(NEW_LINK_COPY.accepted.title);
  expect(sent).toEqual(['POST /api/course/links {"email":"anna@exampel.com","purpose":"course"}']);
});

it('takes over the device’s clock when asked to', async () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  open('/course?schedule=change');
  fireEvent.click(await screen.findByLabelText(SCHEDULE_COPY.deviceZone(zone)));
  fireEvent.click(screen.getByRole('button', { name: SCHEDULE_COPY.save }));
  await screen.findByText(SCHEDULE_COPY.saved);
  expect(sent).toEqual([`PATCH /api/course/schedule${OF} {"hour":7,"weekdaysOnly":false,"timeZone":"${zone}"}`]);
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
  expect(sent).toEqual([`POST /api/course/pause${OF} {"until":"2027-01-10"}`, `DELETE /api/course/pause${OF} {}`]);
});

it('asks for the next lesson, and says why it cannot be asked for', async () => {
  open('/course?schedule=change');
  const button = await screen.findByRole('button', { name: SCHEDULE_COPY.nextNow });
  view = { ...VIEW, schedule: { ...VIEW.schedule!, nextNow: 'waiting' } };
  fireEvent.click(button);
  expect(await screen.findByText(SCHEDULE_COPY.notNow.waiting)).toBeTruthy();
  fireEvent.click(button);
  expect(sent).toEqual([`POST /api/course/next-lesson${OF} {}`]);
  expect(screen.getByText(SCHEDULE_COPY.onItsWay)).toBeTruthy();
  view = VIEW;
  fireEvent.click(screen.getByRole('button', { name: SCHEDULE_COPY.save }));
  await screen.findByText(SCHEDULE_COPY.moreNote(3));
  expect(screen.queryByText(SCHEDULE_COPY.onItsWay)).toBeNull();
});

it('shows the service’s own words for what it refuses', async () => {
  open('/course?schedule=change');
  refusal = { status: 409, message: 'This course sends no more lessons.' };
  fireEvent.click(await screen.findByRole('button', { name: SCHEDULE_COPY.nextNow }));
  expect((await screen.findByRole('alert')).textContent).toBe(refusal.message);
});

it('shows the other order, and what it did not do, when that was opened in this browser since', async () => {
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

it('says so, too, when the course of the other order is closed', async () => {
  open('/course?schedule=change');
  const button = await screen.findByRole('button', { name: SCHEDULE_COPY.nextNow });
  refusal = { status: 409, code: 'other_order', message: 'Another purchase has been opened.' };
  view = { is: 'closed', orderNumber: 'DY6C-2R5P', because: 'disputed', since: '2026-05-01T05:00:00.000Z' };
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(READER_COPY.otherOrder('DY6C-2R5P'));
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

it('shows no lesson of another order under the title of this one', async () => {
  open('/course?lesson=3');
  await screen.findByText('The words.');
  view = { ...VIEW, orderNumber: 'DY6C-2R5P', lessons: [head(2, 'Of the other'), head(1, 'First')] };
  lessonStatus = 409;
  fireEvent.click(screen.getByRole('link', { name: /Second/ }));
  await screen.findByRole('heading', { name: 'Of the other' });
  expect(screen.getAllByRole('alert')[0]?.textContent).toBe(READER_COPY.otherOrder('DY6C-2R5P'));
});

it('starts the emails again of a reader who has unsubscribed, and goes on at what came of it', async () => {
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
  expect(sent).toEqual([`POST /api/course/resume${OF} {}`]);
});

it('names who starts the emails again once the reader no longer can', async () => {
  view = { ...VIEW, status: 'stopped', stopReason: 'unsubscribed', nextLessonAt: null, schedule: null };
  open('/course');
  await screen.findByText(`${COURSE_COPY.stopped.unsubscribed} ${COURSE_COPY.resume.ended}`);
  expect(screen.queryByRole('button', { name: COURSE_COPY.resume.button })).toBeNull();
});

it('shows the course of a service that does not say yet until when its emails can be started again', async () => {
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
