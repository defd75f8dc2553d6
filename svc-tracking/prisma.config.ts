import { defineConfig, env } from 'prisma/config';

// `prisma migrate` wants the owner's address with `?schema=tracking`, where its bookkeeping lies.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: env('DATABASE_URL') },
});
