import type { Answer, Calls } from './calls.ts';
import { until } from './until.ts';

/** Resolves with the response of `/readyz` once it says this about PostgreSQL, without which the service is ready too. */
export const readinessOf = ({ call }: Calls, postgres: boolean, timeoutMs?: number): Promise<Answer> =>
  until(
    `PostgreSQL ${postgres ? 'answers' : 'does not answer'}`,
    async () => {
      const answer = await call('/readyz');
      return answer.body['postgres'] === postgres ? answer : undefined;
    },
    timeoutMs,
  );

/** Resolves once the service is ready and PostgreSQL answers. */
export const storesAnswer = ({ call }: Calls, timeoutMs?: number): Promise<unknown> =>
  until(
    'the stores answer',
    async () => {
      const { status, body } = await call('/readyz');
      return status === 200 && body['postgres'] === true;
    },
    timeoutMs,
  );
