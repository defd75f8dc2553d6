import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parsePicture, pngName, readPictures } from './picture-file.mjs';
import { withPictures } from './picture-lines.mjs';
import { pictureProblems } from './problems.mjs';

const ALT = 'Two bars &amp; a line between them.';

const svg = (
  inside = '<path d="M0 0h9"/>',
  title = `<title>${ALT}</title>`,
  size = 'width="300" height="180"',
): string => `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 300 180">\n${title}\n${inside}\n</svg>\n`;

const parse = (text: string, name = 'two-bars.svg') => parsePicture({ name, text });

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

const folderWith = (drawings: readonly string[], pngs: readonly string[]): string => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pictures-'));
  folders.push(dir);
  mkdirSync(path.join(dir, 'png'));
  for (const slug of drawings) writeFileSync(path.join(dir, `${slug}.svg`), svg());
  for (const name of pngs) writeFileSync(path.join(dir, 'png', name), 'PNG');
  return dir;
};

const pngOf = (slug: string): string => pngName(parse(svg(), `${slug}.svg`));

describe('a drawing', () => {
  it('has a size, an alternative text and a version', () => {
    const picture = parse(svg());
    expect(picture).toMatchObject({
      slug: 'two-bars',
      width: 300,
      height: 180,
      alt: 'Two bars & a line between them.',
    });
    expect(picture.version).toMatch(/^[0-9a-f]{10}$/);
    expect(parse(svg().replaceAll('\n', '\r\n')).version).toBe(picture.version);
    expect(parse(svg('<path d="M0 0h8"/>')).version).not.toBe(picture.version);
  });

  it('may refer to its own parts', () => {
    expect(() => parse(svg('<use href="#key"/><path fill="url(#light)"/>'))).not.toThrow();
  });

  it.each([
    ['without an alternative text', svg('', ''), 'has an alternative text (<title>) of 0 letters'],
    ['with an alternative text of one word', svg('', '<title>Bars</title>'), 'of 4 letters instead of 20 to 220'],
    ['of another width', svg('', undefined, 'width="600" height="180"'), 'must begin with <svg ... width="300"'],
    ['whose size does not match its view box', svg('', undefined, 'width="300" height="90"'), 'must begin with <svg'],
    ['that is too large', svg(`<path d="${'M0 0'.repeat(1100)}"/>`), 'bytes; 4096 are allowed'],
    ['with a script', svg('<script>1</script>'), 'has <script'],
    ['with an event handler', svg('<path onload="1"/>'), 'has onload='],
    ['with an external picture', svg('<image href="https://elsewhere.example/p.gif"/>'), 'has <image'],
    ['with an external part', svg('<use href="https://elsewhere.example/a.svg#b"/>'), 'has href="'],
    ['with an external paint', svg('<path fill="url(https://elsewhere.example/a)"/>'), 'has url('],
  ])('is rejected %s', (_case, text, problem) => {
    expect(() => parse(text)).toThrow(problem);
  });

  it('is rejected under a name that does not work in addresses', () => {
    expect(() => parse(svg(), 'Two bars.svg')).toThrow('must be named in lower-case letters and hyphens');
  });
});

describe('a line that includes a picture', () => {
  const addressOf = ({ slug }: { readonly slug: string }): string => `https://site.example/${slug}.png`;

  it('becomes an image with address, alternative text and size', () => {
    expect(withPictures('Before.\n\n{{Picture: two-bars}}\n\nAfter.', [parse(svg())], addressOf)).toBe(
      'Before.\n\n![Two bars & a line between them.](https://site.example/two-bars.png "300x180")\n\nAfter.',
    );
  });

  it('is removed if there is no such picture', () => {
    expect(withPictures('Before.\n\n{{Picture: gone}}\n\nAfter.', [], addressOf)).toBe('Before.\n\n\n\nAfter.');
  });
});

describe('the check of the pictures', () => {
  const lesson = (...slugs: string[]) => ({
    name: 'day-05.md',
    text: slugs.map((slug) => `{{Picture: ${slug}}}`).join('\n\n'),
  });

  it('finds no problems if each drawing has a PNG and is included', () => {
    expect(pictureProblems(folderWith(['bars'], [pngOf('bars')]), [lesson('bars')])).toEqual([]);
  });

  it('finds unused drawings, lines without a drawing, and outdated PNGs', () => {
    const dir = folderWith(['bars', 'dots', 'rings'], [pngOf('bars'), pngOf('dots'), 'rings-0123456789.png']);
    expect(pictureProblems(dir, [lesson('bars', 'rings', 'gone')])).toEqual([
      'day-05.md: includes the picture gone, which does not exist',
      'dots.svg: is not used in any lesson or resource',
      'png/rings-0123456789.png: does not belong to any drawing; run npm run pictures',
      'rings.svg: has no PNG of its present state; run npm run pictures',
    ]);
  });

  it('skips pictures that cannot be shown, and reports them', () => {
    const dir = folderWith(['bars', 'dots'], [pngOf('bars')]);
    const { pictures, problems } = readPictures(dir);
    expect(pictures.map(({ slug }) => slug)).toEqual(['bars']);
    expect(problems).toEqual([{ file: 'dots.svg', problem: 'has no PNG of its present state; run npm run pictures' }]);
  });

  it('finds no pictures if the folder does not exist', () => {
    expect(readPictures('/no/such/folder')).toEqual({ pictures: [], problems: [] });
  });
});
