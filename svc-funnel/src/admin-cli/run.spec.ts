import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { durationMs } from './sandbox/clock.ts';
import { runOwner } from './run.ts';
import { plain, table } from './text.ts';

const calls: string[] = [];
const risky: Command = {
  name: 'break things',
  args: ['<what>', '[how]'],
  summary: 'breaks them',
  asks: true,
  options: { hard: { type: 'boolean', help: 'harder' }, times: { type: 'string', value: 'number', help: 'how often' } },
  async run({ args, flag, option, confirm, terminal }) {
    await confirm([`Breaks ${args.join(' and ')}.`]);
    calls.push(`${args.join('+')} ${flag('hard')} ${option('times')}`);
    terminal.out('Broken.');
  },
};

const run = async (
  line: string,
  { answer, commands = [risky] }: { answer?: string; commands?: readonly Command[] } = {},
) => {
  const output = { out: '', err: '' };
  const terminal = {
    interactive: answer !== undefined,
    out: (text: string) => void (output.out += text),
    err: (text: string) => void (output.err += text),
    ask: (question: string) => Promise.resolve((output.err += question) && (answer ?? '')),
  };
  calls.length = 0;
  const deps = () => Promise.resolve({} as never);
  const code = await runOwner({ commands, terminal, deps }, line.split(' ').filter(Boolean));
  return { code, ...output, calls: [...calls] };
};

describe('a command line', () => {
  it.each(['', 'help', '--help'])('shows all commands for %j, without a database', async (line) => {
    const noDatabase = {
      commands: COMMANDS,
      terminal: {
        interactive: false,
        out: (text: string) => lines.push(text),
        err: () => undefined,
        ask: () => Promise.resolve(''),
      },
      deps: () => Promise.reject(new Error('no database')),
    };
    const lines: string[] = [];
    expect(await runOwner(noDatabase, line.split(' ').filter(Boolean))).toBe(0);
    for (const { name } of COMMANDS) expect(lines.join('\n')).toContain(name);
  });

  it.each(COMMANDS.map(({ name }) => name))('has help on %s', async (name) => {
    for (const line of [`help ${name}`, `${name} --help`]) {
      const { code, out } = await run(line, { commands: COMMANDS });
      expect([code, out.split('\n')[0]]).toEqual([0, expect.stringContaining(`npm run owner -- ${name}`)]);
    }
  });

  it.each([
    ['break', 'There is no command "break"'],
    ['brake things', 'There is no command "brake things"'],
    ['help nonsense', 'There is no command "nonsense"'],
    ['break things', 'Usage: break things <what> [how]'],
    ['break things a b c', 'Usage: break things <what> [how]'],
    ['break things a --soft', "Unknown option '--soft'"],
    ['break things a --times', "'--times <number>' argument missing"],
  ])('says what is wrong with %j and shows the usage', async (line, sentence) => {
    const { code, err, calls: done } = await run(line);
    expect([code, err, done]).toEqual([2, expect.stringContaining(sentence), []]);
  });

  it('gives options and arguments to the command', async () => {
    expect((await run('break things a b --hard --times 3 --yes')).calls).toEqual(['a+b true 3']);
  });
});

describe('a command that asks', () => {
  it.each([
    ['y', 1],
    ['Yes', 1],
    ['n', 0],
    ['', 0],
    ['yep', 0],
  ])('with the answer %j runs %d times', async (answer, times) => {
    const { code, err, calls: done } = await run('break things a', { answer });
    expect(err).toContain('Breaks a.');
    expect([code, done.length]).toEqual([times === 1 ? 0 : 1, times]);
  });

  it('refuses without a terminal, in one clear sentence', async () => {
    const { code, err, calls: done } = await run('break things a');
    expect([code, done]).toEqual([1, []]);
    expect(err).toContain('Nothing was done: there is no terminal to ask in. Pass --yes');
  });

  it('is every command but those that only show something or can be repeated without harm', () => {
    const notAsking = COMMANDS.filter(({ asks }) => !asks).map(({ name }) => name);
    expect(notAsking.toSorted()).toEqual([
      'clock show',
      'export',
      'lesson preview',
      'mail check',
      'mail dismiss',
      'mail lift',
      'mail resend',
      'mail stopped',
      'orders list',
      'orders show',
      'resend',
      'status',
      'webhook dismiss',
      'webhook list',
      'withdrawals',
    ]);
  });
});

describe('a duration', () => {
  it.each([
    ['90m', 5_400_000],
    ['6h', 21_600_000],
    ['1d', 86_400_000],
    ['2w', 1_209_600_000],
  ])('%s is %d ms', (text, ms) => expect(durationMs(text)).toBe(ms));
  it.each(['', '1', 'd', '-1d', '0d', '1.5d', '1 d', '99999d', '1y'])('%j is invalid', (text) =>
    expect(() => durationMs(text)).toThrow('is not a duration'),
  );
});

describe('text in a terminal', () => {
  it("replaces escape sequences and direction marks in a stranger's text", () => {
    expect(plain('Ann\u001b[31ma\u0007\u202e\n')).toBe('Ann\uFFFD[31ma\uFFFD\uFFFD\uFFFD');
  });

  it('is aligned in columns', () => {
    expect(
      table(
        ['a', 'long'],
        [
          ['x', 'y'],
          ['wide', 'z'],
        ],
      ),
    ).toBe('a     long\nx     y\nwide  z');
  });
});
