import type { ResourceHead } from '@course/contracts';
import { readContent } from '@course/funnel/lessons';
import { LEVELS, parseResource, type Resource } from '@course/funnel/resources';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Env } from '../../platform/env.ts';
import { CLOCK, ENV, LOGGER } from '../../platform/tokens.ts';
import { type Illustrate, illustrateFrom } from '../pictures/pictures.ts';
import { topicsOf } from './render-resource.ts';

/** How old the loaded files may be before a request reads them again, in ms: an owner's additions need no restart. */
const READ_AGAIN_MS = 60_000;

/** Sorts resources by level, easiest first, then by title. */
const byLevelAndTitle = (a: Resource, b: Resource): number =>
  LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || a.title.localeCompare(b.title, 'en');

/**
 * The cheat sheets, templates, prompts and videos, read from their files. A file that cannot be read is logged and
 * skipped.
 */
@Injectable()
export class ResourceStore {
  #resources: ReadonlyMap<string, Resource> = new Map();
  #heads: readonly ResourceHead[] = [];
  #readAt = -Infinity;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

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
    const resources = this.#read();
    if (resources === undefined) return;
    this.#resources = new Map(resources.map((resource) => [resource.slug, resource]));
    this.#heads = resources.map(({ markdown, ...head }) => ({ ...head, topics: topicsOf(markdown) }));
  }

  /** Returns undefined if the folder cannot be read, so that the resources read before stay available. */
  #read(): Resource[] | undefined {
    try {
      const illustrate = illustrateFrom(this.env);
      return readContent(this.env.course.resourcesDir)
        .flatMap((file) => this.#parse(file, illustrate))
        .sort(byLevelAndTitle);
    } catch (error) {
      this.logger.error({ err: error, dir: this.env.course.resourcesDir }, 'the resources cannot be read');
      return undefined;
    }
  }

  #parse(file: { readonly name: string; readonly text: string }, illustrate: Illustrate): Resource[] {
    try {
      const resource = parseResource(file);
      return [{ ...resource, markdown: illustrate(resource.markdown) }];
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.logger.error({ file: file.name, problem }, 'a resource cannot be read');
      return [];
    }
  }
}
