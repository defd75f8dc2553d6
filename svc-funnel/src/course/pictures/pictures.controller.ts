import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ApiError } from '@course/contracts';
import { type Picture, PNG_FOLDER, pngName, readPictures } from '@course/funnel/pictures';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { ProblemLog } from '../../platform/problem-log.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';

interface PictureFile {
  readonly version: string;
  readonly bytes: Buffer;
}

const NAME = /^(?<slug>[a-z0-9-]+)-(?<version>[0-9a-f]{10})\.(?<format>svg|png)$/;
/** Under its version's name a picture never changes. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
/** A name of another version is in a mail of last month, or comes from a release that is just going in or out. */
const FOR_NOW = 'public, max-age=300';

const readFiles = (dir: string, pictures: readonly Picture[]): ReadonlyMap<string, PictureFile> =>
  new Map(
    pictures.flatMap(({ slug, version }): [string, PictureFile][] => [
      [`${slug}.svg`, { version, bytes: readFileSync(path.join(dir, `${slug}.svg`)) }],
      [`${slug}.png`, { version, bytes: readFileSync(path.join(dir, PNG_FOLDER, pngName({ slug, version }))) }],
    ]),
  );

/** The folder is read again for a name that is not known, after so long, in ms: a text may include a new drawing. */
const READ_AGAIN_MS = 5000;

/**
 * The pictures of lessons and resources, at one address for all readers: nobody learns from it who opened a mail. Some 500 KB,
 * kept in memory.
 */
@Controller('api/pictures')
export class PicturesController {
  #files: ReadonlyMap<string, PictureFile> = new Map();
  #readAt = 0;
  readonly #problems: ProblemLog;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#problems = new ProblemLog(logger, 'a picture cannot be read');
    this.#read();
  }

  @Get(':name')
  @ApiOkResponse({ description: 'The picture.', content: { 'image/png': {}, 'image/svg+xml': {} } })
  picture(@Param('name') name: string, @Res() response: Response): void {
    const { slug, version, format } = NAME.exec(name)?.groups ?? {};
    const file = slug === undefined ? undefined : this.#find(`${slug}.${format}`, version);
    if (!file) throw new ApiError('picture_unknown');
    response
      .type(String(format))
      .set('Cache-Control', file.version === version ? FOR_GOOD : FOR_NOW)
      // Pages of mail providers show it.
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .send(file.bytes);
  }

  #find(file: string, version: string | undefined): PictureFile | undefined {
    const isAsked = this.#files.get(file)?.version === version;
    // The clock of the sandbox can be set back.
    if (!isAsked && Math.abs(this.clock().getTime() - this.#readAt) > READ_AGAIN_MS) this.#read();
    return this.#files.get(file);
  }

  /** What cannot be read now stays as it was read before: mails show it. */
  #read(): void {
    this.#readAt = this.clock().getTime();
    const { picturesDir } = this.env.course;
    try {
      const { pictures, problems } = readPictures(picturesDir);
      const unreadable = new Set(problems.map(({ file }) => path.parse(file).name));
      const kept = [...this.#files].filter(([file]) => unreadable.has(path.parse(file).name));
      this.#files = new Map([...kept, ...readFiles(picturesDir, pictures)]);
      this.#problems.report(problems);
    } catch (error) {
      this.#problems.report([{ file: picturesDir, problem: String(error) }]);
    }
  }
}
