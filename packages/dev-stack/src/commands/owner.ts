import { readStackEnv } from '../env.ts';
import { eraseFromOutbox, type Erased } from '../owner/erase-outbox.ts';
import { runOwner } from '../owner/run-owner.ts';
import { main, say } from '@course/ops/cli';

main(async () => {
  const { dataDir } = readStackEnv();
  const gone: Erased[] = [];
  process.exitCode = await runOwner({
    dataDir,
    args: process.argv.slice(2),
    onErased: (erased) => void gone.push(erased),
  });
  for (const erased of gone) say(`Removed from the local outbox: ${await eraseFromOutbox(dataDir, erased)} mails.`);
});
