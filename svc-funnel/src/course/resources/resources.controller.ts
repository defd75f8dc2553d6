import {
  ApiError,
  resourceList,
  type ResourceList,
  resourcePage,
  type ResourcePage,
  resourceSlug,
} from '@course/contracts';
import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Clock } from '../../platform/clock.ts';
import { Limited } from '../../platform/gate.guard.ts';
import type { FunnelRequest } from '../../platform/request.ts';
import { CLOCK } from '../../platform/tokens.ts';
import { closedAt } from '../page/course-view.ts';
import { ReaderService } from '../page/reader.service.ts';
import { renderResource } from './render-resource.ts';
import { ResourceStore } from './resource-store.ts';

/**
 * What a buyer gets in addition to the lessons. It was sold without a time limit, so it stays open when the lessons can
 * no longer be read.
 */
@Controller('api/course/resources')
export class ResourcesController {
  constructor(
    private readonly readers: ReaderService,
    private readonly resources: ResourceStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Limited('course')
  @ApiOkResponse({ standardSchema: resourceList })
  async list(@Req() request: FunnelRequest): Promise<ResourceList> {
    await this.#checkOpen(request);
    return { resources: [...this.resources.heads] };
  }

  @Get(':slug')
  @Limited('course')
  @ApiOkResponse({ standardSchema: resourcePage })
  async page(
    @Param('slug', { schema: resourceSlug }) slug: string,
    @Req() request: FunnelRequest,
  ): Promise<ResourcePage> {
    await this.#checkOpen(request);
    const resource = this.resources.get(slug);
    if (!resource) throw new ApiError('resource_unknown');
    const { markdown, ...head } = resource;
    return { ...head, parts: renderResource(markdown, head.title) };
  }

  /** Rejects with `link_missing`, `course_refunded`, and `resource_unknown` while the payment is disputed. */
  async #checkOpen(request: FunnelRequest): Promise<void> {
    const { course, order } = await this.readers.current(request);
    const closed = closedAt(course, order, this.clock());
    if (closed && closed.because !== 'over') throw new ApiError('resource_unknown');
  }
}
