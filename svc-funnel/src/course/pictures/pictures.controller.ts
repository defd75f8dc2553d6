import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ApiError } from '@course/contracts';
import { type Picture, PNG_FOLDER, pngName, readPictures } from '@course/funnel/pictures';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { Env } from '../../platform/env.ts';
import { ENV, LOGGER } from '../../platform/tokens.ts';

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

/**
 * The pictures of lessons and resources, at one address for all readers: nobody learns from it who opened a mail. Some 500 KB,
 * read once.
 */
@Controller('api/pictures')
export class PicturesController {
  readonly #files: ReadonlyMap<string, PictureFile>;

  constructor(@Inject(ENV) { course }: Env, @Inject(LOGGER) logger: Logger) {
    const { pictures, problems } = readPictures(course.picturesDir);
    for (const problem of problems) logger.error(problem, 'a picture cannot be read');
    this.#files = readFiles(course.picturesDir, pictures);
  }

  @Get(':name')
  @ApiOkResponse({ description: 'The picture.', content: { 'image/png': {}, 'image/svg+xml': {} } })
  picture(@Param('name') name: string, @Res() response: Response): void {
    const { slug, version, format } = NAME.exec(name)?.groups ?? {};
    const file = this.#files.get(`${slug}.${format}`);
    if (!file) throw new ApiError('picture_unknown');
    response
      .type(String(format))
      .set('Cache-Control', file.version === version ? FOR_GOOD : FOR_NOW)
      // Pages of mail providers show it.
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .send(file.bytes);
  }
}
