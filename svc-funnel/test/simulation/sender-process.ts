import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../src/generated/prisma/client.ts';
import { MailError } from '../../src/course/mails/mail-error.ts';
import type { OutgoingMail } from '../../src/course/mails/mailer.ts';
import { createLogger } from '@course/service-kit';
import { startWorker } from '../../src/queue/run-worker.ts';
import type { Task, TaskName } from '../../src/queue/tasks.ts';
import { queueDueLessons } from '../../src/course/sending/due-lessons.ts';
import type { LoadedDelivery } from '../../src/course/sending/delivery.ts';
import { sendTask } from '../../src/course/sending/send.ts';
import { seededRandom } from '@course/test-kit/seeded-random';
import { beforeStatements } from '../before-statements.ts';
import type { FromSender, ToSender } from './sender-messages.ts';

/** One life of the queue's worker, as a process that may be killed before any statement or mail, and after the last. Its mail server is its parent. */
const [databaseUrl = '', seed = '0'] = process.argv.slice(2);
const CONCURRENCY = 8;
const random = seededRandom(Number(seed));

let now = 0;
let sendDeath = 0;
let queueDeath = 0;
let failures = 0;
const answers = new Map<number, () => void>();

const tell = (message: FromSender): void => void process.send?.(message);

let asked = 0;
const ask = (message: { kind: 'accept'; messageId: string; to: string; at: number }): Promise<void> =>
  new Promise((resolve) => {
    asked += 1;
    answers.set(asked, resolve);
    tell({ ...message, ask: asked });
  });

const dieWith = (probability: number): void => {
  if (random.chance(probability)) process.kill(process.pid, 'SIGKILL');
};

const mailer = {
  async send({ messageId, to }: OutgoingMail): Promise<void> {
    dieWith(sendDeath);
    if (random.chance(failures)) {
      tell({ kind: 'refused', messageId });
      throw new MailError('temporary', 'refused 451');
    }
    await ask({ kind: 'accept', messageId, to, at: now });
  },
};

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl, max: CONCURRENCY + 1 }) });

const compose = ({ email, messageId, kind, place }: LoadedDelivery): Promise<OutgoingMail> =>
  Promise.resolve({ to: email ?? '', subject: `${kind} ${place ?? ''}`, html: '', text: '', messageId });

const sending = sendTask({
  prisma: beforeStatements(prisma, () => dieWith(sendDeath)),
  clock: () => new Date(now),
  compose,
  mailer,
  linkKeys: ['a-link-key-of-the-simulation-00001'],
  warmUp: undefined,
  onOutcome: () => undefined,
});
const send: typeof sending = async (payload, context) => {
  await sending(payload, context);
  dieWith(sendDeath);
};
const queueing = beforeStatements(prisma, () => dieWith(queueDeath));
const due = async (): Promise<void> => {
  await queueDueLessons(queueing, { now: new Date(now), sendHour: 7, batch: 200 });
  dieWith(queueDeath);
};

const begin = (): void => {
  const tasks = new Map<TaskName, Task<never>>([
    ['send', send as Task<never>],
    ['send-lesson', send as Task<never>],
    ['due-lessons', due],
  ]);
  const logger = createLogger('svc-funnel', 'silent');
  startWorker({
    databaseUrl,
    tasks,
    logger,
    concurrency: CONCURRENCY,
    lookEveryMs: 100,
    crontab: '',
    onReady: () => Promise.resolve(tell({ kind: 'working' })),
  });
};

process.on('message', (message: ToSender) => {
  if (message.kind === 'answer') {
    answers.get(message.ask)?.();
    answers.delete(message.ask);
  } else if (message.kind === 'time') {
    ({ now, sendDeath, queueDeath, failures } = message);
    tell({ kind: 'told', time: now });
  } else {
    begin();
  }
});
process.on('disconnect', () => process.exit(0));
await prisma.$queryRaw`SELECT 1`;
tell({ kind: 'loaded' });
