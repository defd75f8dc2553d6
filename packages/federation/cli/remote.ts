import type { Command } from 'commander';
import { commandLine, textOf, wholeNumber } from '../base/command-line.ts';
import { commitName, previewName, reason } from '../contract/release.ts';
import { PREVIEW_DAYS } from '../registry/preview-link.ts';
import { actions, type RemoteCommand } from './actions.ts';
import { withCheckOptions } from './check.ts';

const helpOf = ({ defaultDataDir }: RemoteCommand): string => `
DATA_DIR names the stack's data folder${defaultDataDir ? ` (default ${defaultDataDir})` : ''}.
With --to, REMOTE_TOKEN is the team's token and REMOTE_SIGNING_KEY its private key in PEM (REMOTE_SIGNING_KEY_FILE: the
file that holds it).`;

const commandLineOf = (command: RemoteCommand) => {
  const act = actions(command);
  const { program, run } = commandLine(command.program ?? 'remote', command.say);
  program
    .usage('<command>')
    // The help is too long for a pipeline's log.
    .showHelpAfterError(false)
    // Otherwise `preview` would consume the options of `preview end`, which have the same names.
    .enablePositionalOptions()
    .addHelpText('after', helpOf(command));
  const add = (usage: string, summary: string): Command => program.command(usage).description(summary);
  const to = ['--to <url>', "the publishing API of an installation elsewhere; without it this machine's"] as const;
  const why = ['--why <reason>', 'for the audit log', textOf(reason)] as const;
  const commit = [
    '--commit <sha>',
    'the commit that the build was made from, if git cannot tell',
    textOf(commitName),
  ] as const;
  const from = ['--from <folder>', 'the folder of the build, instead of its dist'] as const;

  add('list [name]', 'what is live, and what it can be rolled back to')
    .option(...to)
    .action(act.list);
  add('create <name>', 'creates the folder of a new remote with one screen')
    .option('--in <folder>', 'the folder to create it in, instead of this one')
    .action(act.create);
  withCheckOptions(
    add('check <name>', 'checks a build: files, contract, size, styles, paths, and every screen in a browser'),
  )
    .option(...from)
    .action(act.check);
  withCheckOptions(
    add('publish [name] [version]', 'checks a build, signs it, stores it (under that version) and makes it live'),
  )
    .option(...from)
    .option('--new', 'every new build of this checkout, except where somebody else published the live release')
    .option('--canary <share>', 'gives it only to this share of visitors, in percent', wholeNumber(1, 100))
    .option('--promote', 'makes the canary live automatically once it is judged good')
    .option(...commit)
    .option(...why)
    .option(...to)
    .action(act.publish);
  add('promote <name> [version]', 'makes the canary live, or a previously uploaded release')
    .option(...why)
    .option(...to)
    .action(act.promote);
  add('abort <name>', 'ends the canary: its visitors leave it at once')
    .requiredOption(...why)
    .option(...to)
    .action(act.abort);
  const preview = withCheckOptions(
    add('preview <name>', 'checks a build, signs it and prints a link that shows it to whoever opens it'),
  )
    .option(...from)
    .option(
      '--name <preview>',
      'such as pr-12; the next build of the same name replaces it',
      textOf(previewName),
      'preview',
    )
    .option('--days <days>', 'how long the link is valid', wholeNumber(1, 30), PREVIEW_DAYS)
    .option(...commit)
    .option(...why)
    .option(...to)
    .action(act.preview);
  preview
    .command('list [name]')
    .description('all previews with their links')
    .option(...to)
    .action(act.previews);
  preview
    .command('end <name> <preview>')
    .description('ends one: its link stops working')
    .option(...why)
    .option(...to)
    .action(act.endPreview);
  add('rollback <name> [version]', 'makes the previous version, or the named one, live again')
    .option(...why)
    .option(...to)
    .action(act.rollback);
  add('audit [name]', 'who did what, when and why')
    .option(...to)
    .action(act.audit);
  add('dev <name>', 'builds and publishes the remote at every change, until Ctrl-C').action(act.dev);
  const token = add('token', 'tokens with which pipelines use the publishing API, each for one remote');
  token
    .command('add <name>')
    .description('creates one, and shows it once')
    .option('--name <whose>')
    .action(act.addToken);
  token.command('list').description('all of them, without their secrets').action(act.tokens);
  token.command('revoke <token>').description('by the id that list shows').action(act.removeToken);
  const key = add('key', 'keys whose signatures are accepted');
  key.command('add <name> <file>').description('a public Ed25519 key in PEM').action(act.addKey);
  key.command('list').description('all of them').action(act.keys);
  key
    .command('remove <name> <key>')
    .description('by the id that list shows')
    .option('--force', 'even if releases that are live, or that can be rolled back to, are signed by it')
    .action(act.removeKey);
  return { program, run };
};

/** Runs `remote <args>`. Rejects with a one-sentence `Failure`. */
export const runRemoteCommand = (command: RemoteCommand): Promise<void> => commandLineOf(command).run(command.args);
