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

/** The files are read again when asked for after so long, in ms: what an owner adds needs no restart. */
const READ_AGAIN_MS = 60_000;

/** What needs no experience comes first, then by title. */
const inOrder = (one: Resource, other: Resource): number =>
  LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) || one.title.localeCompare(other.title, 'en');

/** The cheat sheets, templates, prompts and videos as their files say them. One that cannot be read is logged and left out. */
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

  /** All of them in order, with what is searched. */
  get heads(): readonly ResourceHead[] {
    this.#refresh();
    return this.#heads;
  }

  /** Undefined for a slug that no readable file has. */
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

  /** Undefined when the folder cannot be read: what was read before stays. */
  #read(): Resource[] | undefined {
    try {
      const illustrate = illustrateFrom(this.env);
      return readContent(this.env.course.resourcesDir)
        .flatMap((file) => this.#parse(file, illustrate))
        .sort(inOrder);
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
