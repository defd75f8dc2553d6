import { errorBody } from '@course/contracts';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type ApiBodyOptions, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
});

/** How any call may be refused. */
export const REFUSALS = {
  '4XX': refusal('The caller has something to correct; `message` says what.'),
  '5XX': refusal('Nothing was done; `message` says why. Try again after Retry-After, where there is one.'),
};

/** Describes the body for `@ApiBody` where the handler takes the whole request. */
export const bodyOf = (schema: z.ZodType): ApiBodyOptions =>
  ({ schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) }) as ApiBodyOptions;

const errorSchema = () => {
  const { type, properties, required } = z.toJSONSchema(errorBody) as {
    type: string;
    properties: Record<string, { type: string }>;
    required: string[];
  };
  return { type, properties, required };
};

/** Returns the service's OpenAPI document, generated from its controllers and the schemas that check the calls. */
export const describeApi = (app: INestApplication, title: string, description: string): OpenAPIObject => {
  const info = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(`${description} Every error has the shape of ErrorBody.`)
    .setVersion('1')
    .addGlobalResponse({ status: '4XX', ...REFUSALS['4XX'] }, { status: '5XX', ...REFUSALS['5XX'] })
    .build();
  const document = SwaggerModule.createDocument(app, info);
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ErrorBody: errorSchema() },
  };
  return document;
};
