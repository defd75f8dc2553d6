import { readEnv } from './env.ts';
import { startOutbox } from './outbox.ts';

try {
  const { PORT, SMTP_PORT, MAIL_DIR, PICTURES_URL } = readEnv();
  const outbox = await startOutbox({ dir: MAIL_DIR, port: PORT, smtpPort: SMTP_PORT, picturesUrl: PICTURES_URL });
  const stop = (): void => void outbox.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.stdout.write(`Mail outbox: ${outbox.url}, ${outbox.smtpUrl}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
