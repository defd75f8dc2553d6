import type { OpenCourseView, ReaderSchedule } from '@course/contracts';
import { POLICY } from '@course/funnel';
import { Link } from '@course/platform';
import { Button } from '@course/ui';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { dayOf, hourOf, momentOf, offsetOf } from '../../course-access/dates.ts';
import { Failure } from '../../course-access/failure.tsx';
import reader from '../../course-access/reader.module.css';
import { LESSON_COPY, SCHEDULE_COPY } from '../../flow/course-copy.ts';
import { lessonsPath } from '../../course-access/course-routes.ts';
import { PauseForm } from './pause-form.tsx';
import css from './schedule.module.css';
import { type Change, type CourseRef, messageOf, useChange } from './use-change.ts';
import { useSubPage } from './use-sub-page.ts';

interface ScheduleViewProps extends Pick<CourseRef, 'onView'> {
  readonly view: OpenCourseView;
}

/** Lets readers decide when lessons are sent. */
export function ScheduleView({ view: { orderNumber, schedule, nextLessonAt }, onView }: ScheduleViewProps) {
  const heading = useSubPage(SCHEDULE_COPY.title);
  const course = { orderNumber, onView };
  return (
    <>
      <p>
        <Link to={lessonsPath()} className={reader['link']}>
          ← {LESSON_COPY.toLessons}
        </Link>
      </p>
      <section className={reader['panel']}>
        <h2 ref={heading} tabIndex={-1} className={reader['resultTitle']}>
          {SCHEDULE_COPY.title}
        </h2>
        <p role="status">{nextLessonAt === null ? SCHEDULE_COPY.ended : SCHEDULE_COPY.next(momentOf(nextLessonAt))}</p>
      </section>
      {schedule && (
        <>
          <Times schedule={schedule} {...course} />
          <Pause schedule={schedule} {...course} />
          <More schedule={schedule} {...course} />
        </>
      )}
    </>
  );
}

interface PartProps extends CourseRef {
  readonly schedule: ReaderSchedule;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

function Times({ schedule, ...course }: PartProps) {
  const { change, ...result } = useChange(course);
  const [hour, setHour] = useState(schedule.hour);
  const [weekdaysOnly, setWeekdaysOnly] = useState(schedule.weekdaysOnly);
  const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [usesDeviceZone, setUsesDeviceZone] = useState(false);
  const [deviceOffsetMinutes] = useState(() => -new Date().getTimezoneOffset());
  const isElsewhere = deviceOffsetMinutes !== schedule.utcOffsetMinutes;
  const [isTouched, setTouched] = useState(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTouched(false);
    change('PATCH', 'schedule', {
      hour,
      weekdaysOnly,
      ...(isElsewhere && usesDeviceZone && { timeZone: deviceZone }),
    });
  };
  return (
    <form className={reader['panel']} onSubmit={save} onChange={() => setTouched(true)}>
      <h3 className={css['part']}>{SCHEDULE_COPY.times}</h3>
      <label className={css['field']}>
        <span>{SCHEDULE_COPY.hour}</span>
        <select value={hour} onChange={(event) => setHour(Number(event.target.value))}>
          {HOURS.map((option) => (
            <option key={option} value={option}>
              {hourOf(option)}
            </option>
          ))}
        </select>
      </label>
      <p className={reader['note']}>{SCHEDULE_COPY.zone(offsetOf(schedule.utcOffsetMinutes))}</p>
      {isElsewhere && (
        <Check checked={usesDeviceZone} onChange={setUsesDeviceZone} label={SCHEDULE_COPY.deviceZone(deviceZone)} />
      )}
      <Check checked={weekdaysOnly} onChange={setWeekdaysOnly} label={SCHEDULE_COPY.weekdaysOnly} />
      <Button type="submit" pending={result.isSending}>
        {SCHEDULE_COPY.save}
      </Button>
      <Outcome {...result} done={!isTouched && SCHEDULE_COPY.saved} />
    </form>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
}

const Check = ({ checked, onChange, label }: CheckProps) => (
  <label className={css['check']}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
);

function Pause({ schedule: { pausedUntil, pauseLimit }, ...course }: PartProps) {
  const { change, ...result } = useChange(course);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasPaused = useRef(false);
  // The button that ended the pause is gone, so move the focus to the heading.
  useLayoutEffect(() => {
    if (wasPaused.current && pausedUntil === null) heading.current?.focus();
    wasPaused.current = pausedUntil !== null;
  }, [pausedUntil]);
  return (
    <section className={reader['panel']}>
      <h3 ref={heading} tabIndex={-1} className={css['part']}>
        {SCHEDULE_COPY.pause}
      </h3>
      <p role="status">{pausedUntil === null ? SCHEDULE_COPY.pauseNote : SCHEDULE_COPY.paused(dayOf(pausedUntil))}</p>
      <PauseForm
        limit={pauseLimit}
        isSending={result.isSending}
        onPause={(until) => change('POST', 'pause', { until })}
      />
      {pausedUntil !== null && (
        <Button look="quiet" pending={result.isSending} onClick={() => change('DELETE', 'pause')}>
          {SCHEDULE_COPY.resume}
        </Button>
      )}
      <Outcome {...result} />
    </section>
  );
}

function More({ schedule: { nextNow }, ...course }: PartProps) {
  const { change, ...result } = useChange(course);
  return (
    <section className={reader['panel']}>
      <h3 className={css['part']}>{SCHEDULE_COPY.more}</h3>
      <p>{nextNow === 'possible' ? SCHEDULE_COPY.moreNote(POLICY.lessonsADay) : SCHEDULE_COPY.notNow[nextNow]}</p>
      <Button
        look="quiet"
        aria-disabled={nextNow !== 'possible'}
        pending={result.isSending}
        onClick={() => nextNow === 'possible' && change('POST', 'next-lesson')}
      >
        {SCHEDULE_COPY.nextNow}
      </Button>
      <Outcome {...result} done={nextNow === 'waiting' && SCHEDULE_COPY.onItsWay} />
    </section>
  );
}

interface OutcomeProps extends Omit<Change, 'change'> {
  readonly done?: string | false;
}

const Outcome = ({ isDone, error, done }: OutcomeProps) => (
  <>
    <p role="status">{isDone && done}</p>
    <Failure error={error} refused={messageOf(error)} />
  </>
);
