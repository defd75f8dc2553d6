import type { CourseView } from '@course/contracts';
import { HttpError, send } from '@course/platform';
import { useState } from 'react';
import { isOtherOrder, isTooMany, ofOrder, readCourse } from '../../course-access/calls.ts';
import { READER_COPY } from '../../flow/reader-copy.ts';

export type ChangeState =
  { readonly kind: 'ready' | 'sending' | 'done' } | { readonly kind: 'failed'; readonly message: string };

/** What the service says about a call that it refused is made for readers. */
function messageOf(error: unknown): string {
  if (isTooMany(error)) return READER_COPY.busy;
  const body = error instanceof HttpError && error.status < 500 ? error.body : undefined;
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : READER_COPY.failed;
}

export interface UseChange {
  readonly state: ChangeState;
  readonly change: (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => void;
}

export interface ShownCourse {
  readonly orderNumber: string;
  /** Gets the course as it is after a change, or the one that was opened in this browser since. Stable. */
  readonly onView: (view: CourseView) => void;
}

/** Changes something of the course. One change at a time. */
export function useChange({ orderNumber, onView }: ShownCourse): UseChange {
  const [state, setState] = useState<ChangeState>({ kind: 'ready' });
  return {
    state,
    change: (method, path, body = {}) => {
      if (state.kind === 'sending') return;
      setState({ kind: 'sending' });
      send(method, `/api/course/${path}${ofOrder(orderNumber)}`, body)
        .catch((error: unknown) => {
          if (isOtherOrder(error)) return readCourse();
          throw error;
        })
        .then(
          (view) => {
            setState({ kind: 'done' });
            onView(view as CourseView);
          },
          (error: unknown) => setState({ kind: 'failed', message: messageOf(error) }),
        );
    },
  };
}
