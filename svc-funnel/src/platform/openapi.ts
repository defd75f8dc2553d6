import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { errorBody } from '@course/contracts';
import type { Request, Response } from 'express';
import { z } from 'zod';

/** `/openapi.json`, made from the controllers and the same schemas that check the calls. */
export function serveOpenApi(app: NestExpressApplication): void {
  const info = new DocumentBuilder()
    .setTitle('svc-funnel')
    .setDescription(
      'Sessions, responses, checkout, payment webhooks, the reader’s course, and leaving it. Every error has the shape of ErrorBody.',
    )
    .setVersion('1')
    .addGlobalResponse({
      status: '4XX',
      description: 'The caller has something to correct; `message` says what.',
      schema: { $ref: '#/components/schemas/ErrorBody' },
    })
    .build();
  const document = SwaggerModule.createDocument(app, info);
  const { type, properties, required } = z.toJSONSchema(errorBody) as {
    type: string;
    properties: Record<string, { type: string }>;
    required: string[];
  };
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ErrorBody: { type, properties, required } },
  };
  app.use('/openapi.json', (_request: Request, response: Response) => response.json(document));
}
