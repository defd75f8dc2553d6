import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';

/*
 * node packages/dev-stack/bin/run.mjs <package>/<command> [arguments]
 * Installs the dependencies if necessary, then runs packages/<package>/src/commands/<command>.ts in this process.
 */
const [target = ''] = process.argv.splice(2, 1);
const [packageName = '', command = ''] = target.split('/');
const file = path.resolve(import.meta.dirname, '../..', packageName, 'src/commands', `${command}.ts`);
// As the command itself, which cannot be imported before its dependencies are installed.
const runsUntilStopped = readFileSync(file, 'utf8').includes('mainUntilStopped(');
await prepare(runsUntilStopped ? 0 : 130);
await import(pathToFileURL(file).href);
