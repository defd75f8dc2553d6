import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';

/*
 * node packages/dev-stack/bin/run.mjs <package>/<command> [arguments]
 * Installs the dependencies if necessary, then runs packages/<package>/src/commands/<command>.ts in this process.
 */
const [target = ''] = process.argv.splice(2, 1);
const [packageName = '', command = ''] = target.split('/');
// As the commands themselves: those that run until they are stopped succeed, all others are incomplete.
await prepare(['dev-stack/start', 'dev-stack/dev'].includes(target) ? 0 : 130);
await import(
  pathToFileURL(path.resolve(import.meta.dirname, '../..', packageName, 'src/commands', `${command}.ts`)).href
);
