import type { Command } from 'commander';
import { commandLine, type CommandLine } from '../base/command-line.ts';
import { commitName, previewName, reason } from '../contract/release.ts';
import { PREVIEW_DAYS } from '../registry/preview-link.ts';
import { actions, type RemoteCommand } from './actions.ts';
import { numberFrom, textOf } from './arguments.ts';
import { withCheckOptions } from './check.ts';

const HELP = `
DATA_DIR names the stack's data folder (default .data). With --to, REMOTE_TOKEN is the team's token and
REMOTE_SIGNING_KEY its private key in PEM (REMOTE_SIGNING_KEY_FILE: the file that holds it).`;

const commandLineOf = (command: RemoteCommand): CommandLine => {
  const act = actions(command);
  const { program, run } = commandLine('npm run remote --', command.say);
  program
    .usage('<command>')
    // Its help is too long for what a pipeline logs.
    .showHelpAfterError(false)
    // Otherwise `preview` takes the options of `preview end`, which have the same names.
    .enablePositionalOptions()
    .addHelpText('after', HELP);
  const add = (usage: string, summary: string): Command => program.command(usage).description(summary);
  const to = ['--to <url>', "the door of an installation elsewhere; without it this machine's"] as const;
  const why = ['--why <reason>', 'for the audit log', textOf(reason)] as const;
  const commit = ['--commit <sha>', 'what the build was made from, where git cannot say', textOf(commitName)] as const;
  const from = ['--from <folder>', 'where the build lies, instead of its dist'] as const;

  add('list [name]', 'what is live, and what it can be rolled back to')
    .option(...to)
    .action(act.list);
  add('create <name>', 'makes the folder of a new remote with one screen')
    .option('--in <folder>', 'the folder in which it is made, instead of this one')
    .option(...to)
    .action(act.create);
  withCheckOptions(
    add('check <name>', 'judges a build: files, contract, size, styles, paths, and every screen in a browser'),
  )
    .option(...from)
    .action(act.check);
  withCheckOptions(
    add('publish [name] [version]', 'checks a build, signs it, keeps it (under that version) and makes it live'),
  )
    .option(...from)
    .option('--new', 'every build of this checkout that was never published')
    .option('--canary <share>', 'gives it to this share of visitors instead, 1 to 100 of 100', numberFrom(1, 100))
    .option('--promote', 'makes the canary live by itself once it is judged good')
    .option(...commit)
    .option(...why)
    .option(...to)
    .action(act.publish);
  add('promote <name> [version]', 'makes the canary live, or a release that was uploaded before')
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
      'such as pr-12; the next build of the same name takes its place',
      textOf(previewName),
      'preview',
    )
    .option('--days <days>', 'how long the link opens it', numberFrom(1, 30), PREVIEW_DAYS)
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
    .description('ends one: its link shows nothing any more')
    .option(...why)
    .option(...to)
    .action(act.endPreview);
  add('rollback <name> [version]', 'makes the version before, or the named one, live again')
    .option(...why)
    .option(...to)
    .action(act.rollback);
  add('audit [name]', 'who did what, when and why')
    .option(...to)
    .action(act.audit);
  add('dev <name>', 'builds and publishes the remote at every change, until Ctrl-C').action(act.dev);
  const token = add('token', 'what opens the door for a pipeline: one token, one remote');
  token.command('add <name>').description('makes one, and shows it once').option('--name <whose>').action(act.addToken);
  token.command('list').description('all of them, without their secrets').action(act.tokens);
  token.command('revoke <token>').description('by the id that list shows').action(act.removeToken);
  const key = add('key', 'whose signatures are accepted');
  key.command('add <name> <file>').description('a public Ed25519 key in PEM').action(act.addKey);
  key.command('list').description('all of them').action(act.keys);
  key.command('remove <name> <key>').description('by the id that list shows').action(act.removeKey);
  return { program, run };
};

/** Runs `npm run remote -- <args>`. Rejects with a `Failure` of one sentence. */
export const runRemoteCommand = (command: RemoteCommand): Promise<void> => commandLineOf(command).run(command.args);
