import path from 'node:path';
import { baseEnv, type StackEnv } from '../env.ts';
import { mailDirIn } from '../mail-outbox/folder.ts';
import { PROJECT_ROOT } from '@course/ops/paths';
import type { ServiceSpec } from '../supervise/supervisor.ts';
import { answers } from './service-specs.ts';
import { logFile } from './stores.ts';

/** Where the outbox takes mails and shows them. */
export interface MailAddress {
  readonly port: number;
  readonly smtpPort: number;
  readonly url: string;
  readonly smtpUrl: string;
}

export const mailAddress = (port: number, smtpPort: number): MailAddress => ({
  port,
  smtpPort,
  url: `http://127.0.0.1:${port}`,
  smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
});

/** The mail outbox as a process of its own. */
export const mailSpec = (env: StackEnv, { port, smtpPort, url }: MailAddress): ServiceSpec => ({
  name: 'mail',
  command: {
    file: process.execPath,
    args: ['--enable-source-maps', path.join(PROJECT_ROOT, 'packages/dev-stack/dist/mail-outbox.mjs')],
    env: {
      ...baseEnv(),
      NODE_ENV: 'production',
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      MAIL_DIR: mailDirIn(env.dataDir),
      PICTURES_URL: `http://localhost:${env.port}/api/pictures/`,
    },
    cwd: PROJECT_ROOT,
    logFile: logFile(env, 'mail'),
  },
  isReady: () => answers(`${url}/healthz`),
});
