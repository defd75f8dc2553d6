import type { CourseView } from '@course/contracts';
import { HttpError, send } from '@course/platform';
import { type Submit, useSubmit } from '@course/ui';
import { useState } from 'react';
import { isOtherOrder, ofOrder, readCourse } from '../../course-access/calls.ts';

/** What the service says about a call that it refused is made for readers. */
export function messageOf(error: unknown): string | undefined {
  const body = error instanceof HttpError ? error.body : undefined;
  const isTold = typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
  return isTold ? String(body.message) : undefined;
}

export interface Change extends Pick<Submit, 'isSending' | 'error'> {
  /** The last one succeeded. */
  readonly isDone: boolean;
  readonly change: (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => void;
}

export interface CourseRef {
  readonly orderNumber: string;
  /** Gets the course as it is after a change, or the one that was opened in this browser since. Stable. */
  readonly onView: (view: CourseView) => void;
}

/** Changes something of the course. One change at a time. */
export function useChange({ orderNumber, onView }: CourseRef): Change {
  const [isDone, setDone] = useState(false);
  const { isSending, error, submit } = useSubmit();
  const change: Change['change'] = (method, path, body = {}) =>
    submit(async () => {
      setDone(false);
      const view = await send(method, `/api/course/${path}${ofOrder(orderNumber)}`, body).catch((failure: unknown) => {
        if (isOtherOrder(failure)) return readCourse();
        throw failure;
      });
      setDone(true);
      onView(view as CourseView);
    });
  return { isSending, error, isDone, change };
}
