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
/** For a name with the current version, under which a picture never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For a name with another version: it is in an older mail, or a release is being deployed. */
const SHORT_LIVED = 'public, max-age=300';

const readFiles = (dir: string, pictures: readonly Picture[]): ReadonlyMap<string, PictureFile> =>
  new Map(
    pictures.flatMap(({ slug, version }): [string, PictureFile][] => [
      [`${slug}.svg`, { version, bytes: readFileSync(path.join(dir, `${slug}.svg`)) }],
      [`${slug}.png`, { version, bytes: readFileSync(path.join(dir, PNG_FOLDER, pngName({ slug, version }))) }],
    ]),
  );

/**
 * The shortest time between two readings of the folder for an unknown name, in ms: a text may include a new drawing.
 */
const READ_AGAIN_MS = 5000;

/**
 * The pictures of lessons and resources, at the same URL for all readers, so that it does not reveal who opened a mail.
 * Some 500 KB, kept in memory.
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
      .set('Cache-Control', file.version === version ? IMMUTABLE : SHORT_LIVED)
      // Webmail sites embed it in their pages.
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .send(file.bytes);
  }

  #find(file: string, version: string | undefined): PictureFile | undefined {
    const isCurrent = this.#files.get(file)?.version === version;
    // The clock of the sandbox can be set back.
    if (!isCurrent && Math.abs(this.clock().getTime() - this.#readAt) > READ_AGAIN_MS) this.#read();
    return this.#files.get(file);
  }

  /** Keeps the previous files of a picture that cannot be read now, because mails show it. */
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
