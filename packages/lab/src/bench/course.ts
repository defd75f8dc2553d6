import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { baseEnv } from '@course/dev-stack/env';
import { withClient } from '@course/ops/postgres/client';
import { FUNNEL_FLAGS } from '@course/dev-stack/stack/service-specs';
import { startProgram, type RunningProgram } from '@course/test-kit/server-process';
import { startTestStores, type TestStores } from '@course/test-kit/test-stores';
import { waitUntil } from '@course/ops/wait';
import {
  confirmationDelaysMs,
  insertDueReaders,
  insertOpenCheckouts,
  isReader,
  p99,
  postPayment,
  type Payment,
} from './course-fixtures.ts';
import { startMailSink, type MailSink } from './mail-sink.ts';
import type { Measurement } from './measurement.ts';
import { familyCpuMs, peakMb } from './process-use.ts';

const READERS = 1000;
/** More than can pay while the lessons are sent. */
const BUYERS = 600;
/** The minimum for a p99. */
const MIN_PAYMENTS = 100;
const WEBHOOK_SECRET = 'whsec_of_this_measurement';
const PAYMENT_EVERY_MS = 100;
const MEASURE_TIMEOUT_MS = 180_000;

const key = (name: string): string => `${name}-key-of-this-measurement-only-0001`;

export interface CourseOptions {
  /** Root of the checkout whose builds are measured. */
  readonly root: string;
  readonly say: (line: string) => void;
}

const startFunnel = (stores: TestStores, sink: MailSink, root: string): Promise<RunningProgram> =>
  startProgram({
    name: 'svc-funnel',
    main: 'svc-funnel/dist/main.mjs',
    root,
    flags: FUNNEL_FLAGS,
    readyPath: '/readyz',
    vars: {
      DATABASE_URL: stores.funnelDatabaseUrl,
      REDIS_URL: stores.redisUrl,
      PUBLIC_URL: 'http://localhost:3000',
      COOKIE_KEYS: key('cookie'),
      LINK_KEYS: key('link'),
      STRIPE_SECRET_KEY: 'sk_test_of_this_measurement',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: 'http://127.0.0.1:9',
      SMTP_URL: sink.url,
      MAIL_FROM: 'Course <course@example.com>',
      OWNER_EMAIL: 'owner@example.com',
      LESSONS_DIR: path.join(root, 'content/lessons'),
      RESOURCES_DIR: path.join(root, 'content/resources'),
      PICTURES_DIR: path.join(root, 'content/pictures'),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  });

/** Measures sending a lesson to every reader while buyers pay; one process of the service does both. */
const measureSending = async (stores: TestStores, root: string): Promise<readonly Measurement[]> => {
  const sink = await startMailSink();
  const program = await startFunnel(stores, sink, root);
  try {
    const buyers = await insertOpenCheckouts(stores.databaseUrl, BUYERS);
    await insertDueReaders(stores.databaseUrl, READERS);
    const startedAt = performance.now();
    const cpuBefore = familyCpuMs(program.pid);
    await withClient(stores.databaseUrl, (client) =>
      client.query(`select id from graphile_worker.add_job('due-lessons', '{}'::json, job_key => 'due-lessons')`),
    );
    const payments: Payment[] = [];
    const lessons = () => sink.received.filter(({ to }) => isReader(to));
    for (const buyer of buyers) {
      if (lessons().length === READERS) break;
      const paidAt = performance.now();
      payments.push({ email: buyer.email, paidAt, responseMs: await postPayment(program.url, WEBHOOK_SECRET, buyer) });
      await pause(PAYMENT_EVERY_MS);
    }
    if (payments.length < MIN_PAYMENTS)
      throw new Error(`${payments.length} people paid while lessons were sent, too few for a p99: raise READERS`);
    const mails = READERS + payments.length;
    await waitUntil(() => Promise.resolve(sink.received.length >= mails), {
      what: 'all mails',
      timeoutMs: MEASURE_TIMEOUT_MS,
    });
    const cpuMs = familyCpuMs(program.pid) - cpuBefore;
    const lastLessonAt = Math.max(...lessons().map(({ at }) => at));
    return [
      { name: '1,000 mails from one process', value: (lastLessonAt - startedAt) / 1000, unit: 's', budget: 60 },
      {
        name: `its CPU for a mail, ${payments.length} of ${mails} with payment and enrolment`,
        value: cpuMs / mails,
        unit: 'ms',
      },
      { name: 'its memory at most', value: peakMb(program.pid), unit: 'MB', budget: 250 },
      {
        name: 'webhook answered while sending, p99',
        value: p99(payments.map(({ responseMs }) => responseMs)),
        unit: 'ms',
        budget: 100,
      },
      {
        name: 'confirmation sent while sending, at most',
        value: Math.max(...confirmationDelaysMs(payments, sink.received)) / 1000,
        unit: 's',
        budget: 60,
      },
    ];
  } finally {
    await program.stop();
    await sink.stop();
  }
};

/** Measures the service's query for due lessons, in a process that runs svc-funnel's code. */
const measureDue = (databaseUrl: string, root: string): Promise<readonly Measurement[]> =>
  new Promise((resolve, reject) => {
    const file = path.join(root, 'svc-funnel/test/time-due-lessons.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', file, databaseUrl], {
      cwd: path.join(root, 'svc-funnel'),
      env: baseEnv(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code !== 0) return reject(new Error(`time-due-lessons ended with ${code}`));
      const { few, many } = JSON.parse(out) as { few: number; many: number };
      return resolve([
        { name: 'due lessons among 1,000 orders', value: few, unit: 'ms' },
        { name: 'due lessons among 100,000 orders', value: many, unit: 'ms' },
        // Half a millisecond is the error of the clock and the connection.
        { name: 'due lessons, 100,000 beside 1,000', value: (many + 0.5) / (few + 0.5), unit: 'x', budget: 2 },
      ]);
    });
  });

/** Measures sending, enrolment and the query for due lessons, on stores of its own. */
export const measureCourse = async ({ root, say }: CourseOptions): Promise<readonly Measurement[]> => {
  say(`Sending ${READERS} lessons while people pay`);
  const stores = await startTestStores('disk');
  try {
    const sending = await measureSending(stores, root);
    say('Due lessons among 1,000 and 100,000 orders');
    return [...sending, ...(await measureDue(stores.databaseUrl, root))];
  } finally {
    await stores.stop();
  }
};
