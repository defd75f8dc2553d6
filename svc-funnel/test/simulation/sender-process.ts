import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../src/generated/prisma/client.ts';
import { MailError } from '../../src/course/mails/mail-error.ts';
import type { OutgoingMail } from '../../src/course/mails/mailer.ts';
import { createLogger } from '@course/service-kit';
import { startWorker } from '../../src/queue/run-worker.ts';
import type { Task, TaskName } from '../../src/queue/tasks.ts';
import { queueDueLessons } from '../../src/course/sending/due-lessons.ts';
import type { LoadedDelivery } from '../../src/course/mails/loaded-delivery.ts';
import { sendTask } from '../../src/course/sending/send.ts';
import { seededRandom } from '@course/test-kit/seeded-random';
import { beforeStatements } from '../before-statements.ts';
import type { FromSender, ToSender } from './sender-messages.ts';

/**
 * The queue's worker as a process that may kill itself before any statement or mail of a job, and after the last. Its
 * parent acts as the mail server.
 */
const [databaseUrl = '', seed = '0'] = process.argv.slice(2);
const CONCURRENCY = 8;
const random = seededRandom(Number(seed));

let now = 0;
let sendDeath = 0;
let queueDeath = 0;
let failures = 0;
const unconfirmed = new Map<number, () => void>();

const tellParent = (message: FromSender): void => void process.send?.(message);

let requests = 0;
/** Hands a mail to the parent; resolves once it has confirmed the mail. */
const deliver = (mail: { messageId: string; to: string; at: number }): Promise<void> =>
  new Promise((resolve) => {
    requests += 1;
    unconfirmed.set(requests, resolve);
    tellParent({ kind: 'accept', ...mail, requestId: requests });
  });

const dieWith = (probability: number): void => {
  if (random.chance(probability)) process.kill(process.pid, 'SIGKILL');
};

const mailer = {
  async send({ messageId, to }: OutgoingMail): Promise<void> {
    dieWith(sendDeath);
    if (random.chance(failures)) {
      tellParent({ kind: 'refused', messageId });
      throw new MailError('temporary', 'refused 451');
    }
    await deliver({ messageId, to, at: now });
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
    checkIntervalMs: 100,
    crontab: '',
    onReady: () => Promise.resolve(tellParent({ kind: 'working' })),
  });
};

process.on('message', (message: ToSender) => {
  if (message.kind === 'accepted') {
    unconfirmed.get(message.requestId)?.();
    unconfirmed.delete(message.requestId);
  } else if (message.kind === 'time') {
    ({ now, sendDeath, queueDeath, failures } = message);
    tellParent({ kind: 'time-set', time: now });
  } else {
    begin();
  }
});
process.on('disconnect', () => process.exit(0));
await prisma.$queryRaw`SELECT 1`;
tellParent({ kind: 'loaded' });
