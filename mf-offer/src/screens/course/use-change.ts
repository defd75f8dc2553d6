import type { CourseView } from '@course/contracts';
import { HttpError, send } from '@course/platform';
import { type Submit, useSubmit } from '@course/ui';
import { useState } from 'react';
import { isOtherOrder, orderQuery, readCourse } from '../../course-access/calls.ts';

/** Returns the service's message about a refused call, which is written for readers. */
export function messageOf(error: unknown): string | undefined {
  const body = error instanceof HttpError ? error.body : undefined;
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';
  return hasMessage ? String(body.message) : undefined;
}

export interface Change extends Pick<Submit, 'isSending' | 'error'> {
  /** True if the last change succeeded. */
  readonly isDone: boolean;
  readonly change: (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => void;
}

export interface CourseRef {
  readonly orderNumber: string;
  /** Receives the course after a change, or the one that was opened in this browser since. Must be stable. */
  readonly onView: (view: CourseView) => void;
}

/** Returns a function that changes something about the course. Only one change runs at a time. */
export function useChange({ orderNumber, onView }: CourseRef): Change {
  const [isDone, setDone] = useState(false);
  const { isSending, error, submit } = useSubmit();
  const change: Change['change'] = (method, path, body = {}) =>
    submit(async () => {
      setDone(false);
      const view = await send(method, `/api/course/${path}${orderQuery(orderNumber)}`, body).catch(
        (failure: unknown) => {
          if (isOtherOrder(failure)) return readCourse();
          throw failure;
        },
      );
      setDone(true);
      onView(view as CourseView);
    });
  return { isSending, error, isDone, change };
}
