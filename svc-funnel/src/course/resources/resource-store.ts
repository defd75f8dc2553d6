import type { ResourceHead } from '@course/contracts';
import { readContent } from '@course/funnel/lessons';
import { LEVELS, parseResource, type Resource } from '@course/funnel/resources';
import { messageOf } from '@course/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { type FileProblem, ProblemLog } from '../../platform/problem-log.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import { type Illustrate, illustrateFrom } from '../pictures/pictures.ts';
import { topicsOf } from './render-resource.ts';

/** How old the loaded files may be before a request reads them again, in ms: an owner's additions need no restart. */
const READ_AGAIN_MS = MINUTE_MS;

/** Sorts resources by level, easiest first, then by title. */
const byLevelAndTitle = (a: Resource, b: Resource): number =>
  LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || a.title.localeCompare(b.title, 'en');

/** Reads all files of the folder. Throws if the folder itself cannot be read. */
const readResources = (dir: string, illustrate: Illustrate) => {
  const problems: FileProblem[] = [];
  const resources = readContent(dir).flatMap((file): Resource[] => {
    try {
      const resource = parseResource(file);
      return [{ ...resource, markdown: illustrate(resource.markdown) }];
    } catch (error) {
      problems.push({ file: file.name, problem: messageOf(error) });
      return [];
    }
  });
  return { resources: resources.sort(byLevelAndTitle), problems };
};

/**
 * The cheat sheets, templates, prompts and videos, read from their files. A file that cannot be read is skipped, and
 * logged once until it is repaired.
 */
@Injectable()
export class ResourceStore {
  #resources: ReadonlyMap<string, Resource> = new Map();
  #heads: readonly ResourceHead[] = [];
  #readAt = -Infinity;
  readonly #problems: ProblemLog;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#problems = new ProblemLog(logger, 'a resource cannot be read');
  }

  /** All resources in order, with the topics that are searched. */
  get heads(): readonly ResourceHead[] {
    this.#refresh();
    return this.#heads;
  }

  /** Returns undefined if no readable file has that slug. */
  get(slug: string): Resource | undefined {
    this.#refresh();
    return this.#resources.get(slug);
  }

  #refresh(): void {
    const now = this.clock().getTime();
    // The clock of the sandbox can be set back.
    if (Math.abs(now - this.#readAt) < READ_AGAIN_MS) return;
    this.#readAt = now;
    this.#read();
  }

  /** Keeps the previous resources if the folder cannot be read now. */
  #read(): void {
    const { resourcesDir } = this.env.course;
    try {
      const { resources, problems } = readResources(resourcesDir, illustrateFrom(this.env));
      this.#resources = new Map(resources.map((resource) => [resource.slug, resource]));
      this.#heads = resources.map(({ markdown, ...head }) => ({ ...head, topics: topicsOf(markdown) }));
      this.#problems.report(problems);
    } catch (error) {
      this.#problems.report([{ file: resourcesDir, problem: String(error) }]);
    }
  }
}
