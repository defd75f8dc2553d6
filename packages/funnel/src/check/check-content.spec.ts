import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'course-content-'));
const clone = path.join(folder, 'clone');
const checkout = path.join(folder, 'checkout');

/** Copies what a fresh clone contains, with nothing installed or built. */
beforeAll(() => {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'package.json', 'content', 'packages/funnel'],
    { cwd: ROOT, encoding: 'utf8' },
  )
    .split('\0')
    .filter(Boolean);
  for (const file of files) {
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(clone, file));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Undoes all changes to the checkout. */
const checkOut = (): void => {
  rmSync(checkout, { recursive: true, force: true });
  cpSync(clone, checkout, { recursive: true });
};

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Runs the script as npm's shell would, without this process's Node settings. */
const run = (args = '', env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${scripts['check:content']} ${args}`], {
    cwd: checkout,
    encoding: 'utf8',
    env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, ...env },
  });
  return { status, stdout, stderr };
};

const change = (file: string, edit: (text: string) => string): void => {
  const place = path.join(checkout, file);
  writeFileSync(place, edit(readFileSync(place, 'utf8')));
};

describe('npm run check:content, with nothing installed', () => {
  beforeAll(checkOut);

  it('lists samples, lenient settings and unproven claims, and reports lessons and bonuses as complete', () => {
    const { status, stdout, stderr } = run();
    expect([status, stderr]).toEqual([0, '']);
    for (const finding of [
      'sample testimonials: 5 of 5',
      '"Real Results" is their heading',
      '"Result: Perfect" and 58%, /final shows 75% to everybody',
      'sample seller: Daybreak Learning Ltd.',
      'seller incomplete: postal address',
      'crossed-out price not proven: 4-WEEK PLAN $44.79 -> $22.40',
      'preticked terms box',
      'MAIL_FROM: Daybreak AI',
    ])
      expect(stdout).toContain(finding);
    expect(stdout).toContain(`Lessons in ${checkout}/content/lessons: complete, nothing to repair.`);
    expect(stdout).toMatch(
      /Resources in .* \((5\d|[6-9]\d|\d{3}) cheat sheets .*, [2-9]\d\d prompts, 0 videos\): complete/,
    );
    expect(stdout).toContain(`Pictures in ${checkout}/content/pictures: complete, nothing to repair.`);
    expect(stdout).not.toContain('bonus that does not exist');
  });

  describe('after an owner has edited the files', () => {
    let edited: ReturnType<typeof run>;
    beforeAll(() => {
      change('packages/funnel/src/testimonials.mjs', (text) => text.replace('sample: true', 'sample: false'));
      change('packages/funnel/src/product.mjs', (text) => text.replace("'Real Results'", "'In their words'"));
      change('packages/funnel/src/seller.mjs', (text) => text.replace("vatNumber: ''", 'vatNumber: null'));
      change('content/lessons/day-07.md', (text) => text.replace(/^minutes: .*$/m, 'minutes: 45'));
      change('packages/funnel/src/owner-config.mjs', (text) =>
        text.replace('lifetimeVideoAccess: false', 'lifetimeVideoAccess: true'),
      );
      for (const file of ['prompts-email', 'prompts-job-search', 'prompts-code'])
        rmSync(path.join(checkout, `content/resources/${file}.md`));
      change('content/resources/prompt-basics.md', (text) =>
        text.replace('resource:what-never-to-paste', 'resource:gone'),
      );
      change('content/lessons/tools/chatgpt.md', (text) =>
        text.replace(/^reviewed: .*$/m, 'reviewed: 2025-01-01').replace(/^review-by: .*$/m, 'review-by: 2025-04-01'),
      );
      change('content/lessons/day-24.md', (text) =>
        text
          .replace('{{Tool cards: Privacy switch}}', '{{Tool cards: Voice | Quill}}')
          .replace('{{Picture: three-colours}}\n\n', ''),
      );
      change('content/lessons/people.csv', (text) => text.replace(/^Dele,.*$/m, '$&\nDele,somebody else,2'));
      change('content/pictures/one-sale.svg', (text) => text.replace('Price 24', 'Price 25'));
      edited = run('--strict', { MAIL_FROM: 'Course <hello@shop-of-lessons.com>' });
    });

    it('fails with --strict while there are findings', () => {
      expect([edited.status, edited.stderr]).toEqual([1, '']);
    });

    it('reads the current files', () => {
      const { stdout } = edited;
      expect(stdout).toContain('sample testimonials: 4 of 5');
      expect(stdout).toContain('"In their words" is their heading');
      expect(stdout).toContain('day-07.md: takes 45 minutes instead of 10 to 20');
      expect(stdout).toContain('catalogue-data.mjs: is older than the lessons; run npm run catalogue');
      expect(stdout).not.toContain('sample sender');
      expect(stdout).not.toContain('seller incomplete: VAT number');
      expect(stdout).toContain('bonus that does not exist: Lifetime video access on /sales002: there is no video');
      expect(stdout).toContain('Prompts library on /sales002: there are ');
      expect(stdout).toContain('prompt-basics.md: links to the resource gone');
    });

    it.each([
      'tool card past its review: ChatGPT: reviewed 2025-01-01, due by 2025-04-01',
      'fact not verified: ',
      'day-24.md: mentions the tool card Quill, which does not exist',
      'people.csv: Dele is two people',
      'one-sale.svg: has no PNG of its present state; run npm run pictures',
      'three-colours.svg: is not used in any lesson or resource',
    ])('reports %s', (line) => {
      expect(edited.stdout).toContain(line);
    });

    it('counts the problems', () => {
      const repairs = edited.stdout.split(/^(?=Lessons in |Resources in |Pictures in )/m).slice(1);
      for (const text of repairs)
        expect(text).toContain(`: ${text.match(/^ {2}\S/gm)!.length} to repair before going live.`);
      expect(repairs).toHaveLength(3);
    });
  });

  it("reads the addresses from Compose's .env, which the environment overrides", () => {
    const file = path.join(checkout, '.env');
    writeFileSync(file, 'MAIL_FROM=Course <hello@shop-of-lessons.com>\nOWNER_EMAIL=me@shop-of-lessons.com\n');
    const [{ stdout }, { stdout: overruled }] = [run(), run('', { OWNER_EMAIL: 'me@shop.example' })];
    rmSync(file);
    expect(stdout).not.toMatch(/sample (sender|owner)/);
    expect(overruled).toContain('OWNER_EMAIL: me@shop.example');
  });

  it.each([
    ['lessons', 'LESSONS_DIR'],
    ['resources', 'RESOURCES_DIR'],
  ])('reports a missing folder of %s in one sentence', (what, variable) => {
    const { status, stderr } = run('', { [variable]: '/no/such/folder' });
    expect([status, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stderr).toMatch(new RegExp(`^The ${what} in /no/such/folder could not be checked`));
  });
});

describe('npm run catalogue, with nothing installed', () => {
  beforeEach(checkOut);

  const command = (name: string, args = '') =>
    spawnSync('sh', ['-c', `${scripts[name]} ${args}`], {
      cwd: checkout,
      encoding: 'utf8',
      env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` },
    });
  const COURSE = 'packages/funnel/src/course';
  const written = (name: string) => readFileSync(path.join(checkout, COURSE, name), 'utf8');

  /** Returns the versions of the plans that `planOfVersion` makes for these versions, in a separate process. */
  const plannedVersions = (versions: readonly string[]) => {
    const program = `import { planOfVersion } from './${COURSE}/index.mjs';
      console.log(${JSON.stringify(versions)}.map((version) => planOfVersion(version, {}, 7).version).join());`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: checkout, encoding: 'utf8' });
  };
  const digest = () => /digest: '([0-9a-f]{8})'/.exec(written('catalogue-data.mjs'))?.[1] ?? '';

  it('updates the catalogue of offer and service, and keeps the catalogues of live offers', () => {
    const before = written('catalogue-data.mjs');
    const released = `3.${digest()}`;
    change('content/lessons/day-31.md', (text) => text.replace(/^level: .*$/m, 'level: basic'));
    expect(command('catalogue', '--keep-released').stdout).toMatch(/^\d+ lessons, catalogue [0-9a-f]{8}\.$/m);
    expect(written('catalogue-data.mjs')).not.toBe(before);
    const changed = `3.${digest()}`;
    change('content/lessons/day-31.md', (text) => text.replace(/^level: .*$/m, 'level: deep'));
    command('catalogue', '--keep-released');
    command('catalogue', '--keep-released');
    const versions = [released, changed, `3.${digest()}`];
    expect(new Set(versions).size).toBe(3);
    expect(plannedVersions(versions).stdout.trim()).toBe(versions.join());
    expect(run().stdout).not.toContain('is older than the lessons');
    const plans = command('plans').stdout;
    expect(plans).toContain('84 days');
    expect(plans.match(/ {2}84 days/g)).toHaveLength(12);
  });

  it('names a lesson that cannot be read, and does not change the catalogue', () => {
    const before = written('catalogue-data.mjs');
    change('content/lessons/agents-with-accounts.md', (text) => text.replace(/^title: .*$/m, 'no title'));
    const { status, stderr } = command('catalogue');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^agents-with-accounts\.md: /m)]);
    expect(written('catalogue-data.mjs')).toBe(before);
  });
});
