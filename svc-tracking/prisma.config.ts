import { defineConfig, env } from 'prisma/config';

// `prisma migrate` wants the owner's address with `?schema=tracking`, where it keeps its bookkeeping.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: env('DATABASE_URL') },
});
