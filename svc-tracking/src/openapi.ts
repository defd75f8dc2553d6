import {
  batchAnswer,
  batchItem,
  BATCH_MAX_ITEMS,
  clientError,
  clientErrorAnswer,
  enterPage,
  exitPage,
  pageViewRef,
  releaseFiguresAnswer,
} from '@course/contracts';
import { z } from 'zod';
import { insightsPaths } from './insights/insights.openapi.ts';
import { answer, error, json } from '@course/service-kit';

const REFUSALS = {
  400: error('The body or the id is of the wrong form; the message says what to correct.'),
  403: error('The Origin header names another site.'),
  413: error('The body is over 32 KB, or over 256 KB for a batch.'),
  415: error('The body is not application/json.'),
  429: error('Too many calls; wait as long as Retry-After says.'),
  503: error(
    'The store is away (store_unavailable) or has no room (store_full), nothing was taken; try again after Retry-After.',
  ),
};

const ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id that the entry returned.',
  schema: { type: 'string', format: 'uuid' },
};

const FIGURES_QUERY = ['remote', 'releases', 'since'].map((name) => ({
  name,
  in: 'query',
  required: true,
  schema: { type: 'string' },
}));

const batch = z.strictObject({ items: z.array(batchItem).min(1).max(BATCH_MAX_ITEMS) });

/** The service's API, made from the very schemas that judge its requests. */
export const openApi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Page views and insights',
    version: '1',
    description: 'Entries to and exits from pages, answered once they cannot be lost; and what they add up to.',
  },
  paths: {
    '/api/page-views': {
      post: {
        operationId: 'enterPage',
        summary: 'Record that a visitor entered a page. With a key, a retried call is the same page view.',
        requestBody: { required: true, content: json(enterPage, 'input') },
        responses: { 201: answer('Taken; the id names the page view.', pageViewRef), ...REFUSALS },
      },
    },
    '/api/page-views/batch': {
      post: {
        operationId: 'enterPages',
        summary:
          'Record up to 500 page views and exits at once, each judged by itself. Sent again, they are the same page views.',
        requestBody: { required: true, content: json(batch, 'input') },
        responses: {
          200: answer(
            'One result an item, in their order. With Retry-After when some were too many for their session.',
            batchAnswer,
          ),
          ...REFUSALS,
        },
      },
    },
    '/api/page-views/{id}': {
      patch: {
        operationId: 'exitPage',
        summary: 'Record that the visitor left it. May be sent again with later times.',
        parameters: [ID],
        requestBody: { required: true, content: json(exitPage, 'input') },
        responses: {
          200: answer('Taken.', pageViewRef),
          404: error('This service never gave out such an id.'),
          ...REFUSALS,
        },
      },
    },
    '/api/client-errors': {
      post: {
        operationId: 'reportError',
        summary:
          'Report an error in a page view. Counts once a page view and code; of an unknown page view not at all.',
        requestBody: { required: true, content: json(clientError, 'input') },
        responses: { 202: answer('Taken.', clientErrorAnswer), ...REFUSALS },
      },
    },
    '/release-figures': {
      get: {
        operationId: 'releaseFigures',
        summary: 'What visits met on releases of a remote. Not below /api, so that the edge never passes it on.',
        parameters: FIGURES_QUERY,
        responses: {
          200: answer('One entry a release that was asked for.', releaseFiguresAnswer),
          400: error('The query is wrong; the message says what to correct.'),
          503: error('The database is away.'),
        },
      },
    },
    ...insightsPaths(),
  },
});
